package dev.partita.net.http;

import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.execution.RequestExecutor;
import java.net.InetAddress;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One complete request. The body belongs to the handler.
 *
 * @param method as sent, in practice upper case
 * @param path the path as sent, percent-encodings included; begins with a slash, or is {@code *}
 * @param query what follows the question mark as sent, or empty
 * @param secure whether it came over TLS, as the scheme of addresses in the answer has to say
 * @param remote where it came from; null if that is not known
 * @param executor runs the work that the answer takes
 * @param abandoned tells, on any thread, whether the client has gone and waits for no answer
 */
public record Request(
    String method,
    String path,
    String query,
    Headers headers,
    byte[] body,
    boolean secure,
    @Nullable InetAddress remote,
    RequestExecutor executor,
    BooleanSupplier abandoned) {

  /** A request from nowhere in particular, whose sender waits for the answer and does the work. */
  public Request(
      String method, String path, String query, Headers headers, byte[] body, boolean secure) {
    this(method, path, query, headers, body, secure, null, CallerExecutor.INSTANCE, () -> false);
  }

  /** A request that came without TLS. */
  public Request(String method, String path, String query, Headers headers, byte[] body) {
    this(method, path, query, headers, body, false);
  }

  /** Without the query and the values of headers, which may hold secrets. */
  @Override
  public String toString() {
    return method + " " + path + " " + headers + " " + body.length + " bytes";
  }
}
