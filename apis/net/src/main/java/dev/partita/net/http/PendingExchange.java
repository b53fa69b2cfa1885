package dev.partita.net.http;

import dev.partita.net.execution.RequestExecutor;
import java.net.InetAddress;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Something a connection owes an answer to; turns are taken in the order of the requests. */
public sealed interface PendingExchange {

  /**
   * A complete request.
   *
   * @param secure whether it came over TLS
   * @param remote where it came from, if that is known
   */
  record Call(RequestHead head, BodyBuffer body, boolean secure, @Nullable InetAddress remote)
      implements PendingExchange {

    Request request(RequestExecutor executor, BooleanSupplier abandoned) {
      return new Request(
          head.method(),
          head.path(),
          head.query(),
          head.headers(),
          body.toBytes(),
          secure,
          remote,
          executor,
          abandoned);
    }
  }

  /** Something that is no request, and what to say to it; always the last turn. */
  record Refusal(Response response) implements PendingExchange {}
}
