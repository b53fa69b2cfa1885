package dev.partita.net.http;

import java.util.concurrent.CompletionStage;

/** A handler all of whose work is done on worker threads, one for each request. */
@FunctionalInterface
public interface BlockingHandler extends HttpHandler {

  /** Answers one request; may wait. */
  Response answer(Request request);

  // What a lambda is meant for shows by its result, a response or a stage.
  @SuppressWarnings("FunctionalInterfaceMethodChanged")
  @Override
  default CompletionStage<Response> handle(Request request) {
    return request.executor().onWorker(() -> answer(request));
  }
}
