package dev.partita.server;

import java.net.InetSocketAddress;
import java.net.URI;

/** Addresses of listeners as clients write them. Pure functions. */
final class Addresses {

  private Addresses() {}

  static URI uri(String scheme, InetSocketAddress address, String path) {
    String host = address.getAddress().getHostAddress();
    return URI.create(
        scheme
            + "://"
            + (host.contains(":") ? "[" + host + "]" : host)
            + ":"
            + address.getPort()
            + path);
  }
}
