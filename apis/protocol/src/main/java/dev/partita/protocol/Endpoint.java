package dev.partita.protocol;

import java.net.URI;

/**
 * An address at which a running server serves a protocol.
 *
 * @param uri how clients on this machine reach it without TLS
 * @param shared whether it is at the port that the server has in any case
 */
public record Endpoint(Listener.Address address, URI uri, boolean shared) {

  public String name() {
    return address.name();
  }
}
