package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.peer.PeerOptions;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of nodes as people write them: HOST, HOST:PORT, [IPV6]:PORT. Pure functions. */
public final class NodeAddress {

  private static final Pattern FORM =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([A-Za-z0-9._-]{1,253}))(?::([0-9]{1,5}))?");
  private static final int PORT_MAX = 0xFFFF;

  private NodeAddress() {}

  /**
   * The address, not looked up.
   *
   * @throws DatabaseException BAD_REQUEST if it is none
   */
  public static InetSocketAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      String host = form.group(1) == null ? form.group(2) : form.group(1);
      int port = form.group(3) == null ? PeerOptions.PORT : Integer.parseInt(form.group(3));
      if (host != null && port >= 1 && port <= PORT_MAX) {
        return InetSocketAddress.createUnresolved(host, port);
      }
    }
    throw DatabaseException.badRequest(
            "This is no address of a node; write HOST:PORT, such as db1.example.org:8980")
        .with("address", text);
  }

  public static String text(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
