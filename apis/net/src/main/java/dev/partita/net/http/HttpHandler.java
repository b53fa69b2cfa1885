package dev.partita.net.http;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * What answers requests. Called on event loops, at the same time for requests of different
 * connections or streams, and hence never blocks: it reads what the request asks for, and passes
 * the work on to {@link Request#executor}.
 */
@FunctionalInterface
public interface HttpHandler {

  /**
   * Answers one request. A {@link dev.partita.base.error.DatabaseException} that is thrown, or that
   * the answer fails with, becomes the status of its code; anything else becomes a 500 that says
   * nothing of the cause, which is logged instead. A worker thread is interrupted when the server
   * stops and no longer waits.
   */
  CompletionStage<Response> handle(Request request);

  /** How requests to this path are to be carried out. Called on event loops, for each request. */
  default Urgency urgency(String path) {
    return Urgency.WORK;
  }

  /** Answers one request, and waits for that: for threads that may, with requests of their own. */
  default Response await(Request request) {
    try {
      return handle(request).toCompletableFuture().join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
