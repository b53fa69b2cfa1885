package dev.partita.net;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * One complete request. The body belongs to the handler.
 *
 * @param method as sent, in practice upper case
 * @param path the path as sent, percent-encodings included; begins with a slash, or is {@code *}
 * @param query what follows the question mark as sent, or empty
 * @param secure whether it came over TLS, as the scheme of addresses in the answer has to say
 * @param remote where it came from; null if that is not known
 */
public record Request(
    String method,
    String path,
    String query,
    Headers headers,
    byte[] body,
    boolean secure,
    @Nullable InetAddress remote) {

  /** A request that came without TLS. */
  public Request(String method, String path, String query, Headers headers, byte[] body) {
    this(method, path, query, headers, body, false, null);
  }

  /** Without the query and the values of headers, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + path + " " + headers + " " + body.length + " bytes";
  }
}
