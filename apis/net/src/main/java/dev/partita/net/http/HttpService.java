package dev.partita.net.http;

import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.transport.Transport;
import dev.partita.net.transport.Wire;
import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all HTTP connections of one listener share. Safe for any number of threads.
 *
 * @param origins from where requests are taken
 */
public record HttpService(
    HttpHandler handler, Transport transport, HttpDate date, OriginPolicy origins) {

  public HttpService(HttpHandler handler, Transport transport, OriginPolicy origins) {
    this(handler, transport, new HttpDate(transport.clock()), origins);
  }

  /**
   * Has the handler carry out a call, and turns whatever comes of it into an answer, which goes to
   * the event loop of the channel. Called there.
   *
   * @param abandoned tells, on any thread, whether nobody waits for the answer any more
   */
  public void carryOut(
      PendingExchange.Call call,
      Channel channel,
      BooleanSupplier abandoned,
      Consumer<Answer> then) {
    RequestExecutor executor =
        switch (handler.urgency(call.head().path())) {
          case PROBE -> CallerExecutor.INSTANCE;
          case MONITORING -> transport.monitoringOf(channel);
          case WORK -> transport.executorOf(channel);
        };
    Request request = call.request(executor, abandoned);
    CompletableFuture<Answer> answer = begin(request).handle((r, e) -> answer(request, r, e));
    if (answer.isDone()) {
      then.accept(answer.join());
    } else {
      var _ = answer.thenAccept(known -> Wire.onEventLoop(channel, () -> then.accept(known)));
    }
  }

  private CompletableFuture<Response> begin(Request request) {
    try {
      return handler.handle(request).toCompletableFuture();
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  private Answer answer(Request request, @Nullable Response response, @Nullable Throwable failure) {
    boolean withoutBody = request.method().equals("HEAD");
    try {
      if (response != null) {
        return new Answer(response, withoutBody, date.now());
      }
    } catch (RuntimeException unsayable) {
      return new Answer(Errors.of(request, unsayable), withoutBody, date.now());
    }
    return new Answer(refusal(request, failure), withoutBody, date.now());
  }

  private Response refusal(Request request, @Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return switch (cause) {
      case null -> Errors.of(request, new NullPointerException("No answer"));
      case RejectedExecutionException _ when transport.connections().isStopping() ->
          Errors.refusal(503, "ServiceUnavailable", "The server is stopping");
      case RejectedExecutionException _ ->
          Errors.refusal(
              503, "ServiceUnavailable", "Too many ask the same at once; try again later");
      case Throwable known -> Errors.of(request, known);
    };
  }

  /** The answer to a request that is not to be carried out, or null for one that is. */
  public @Nullable Response refusalOf(RequestHead head) {
    return isProbe(head) ? null : origins.refusal(head.method(), head.headers());
  }

  boolean isProbe(RequestHead head) {
    return handler.urgency(head.path()) == Urgency.PROBE;
  }

  /** The answer to what is no request that could be carried out. */
  public Answer refusal(Response response) {
    return new Answer(response, false, date.now());
  }

  /** One that shares everything with this but answers otherwise. */
  public HttpService with(HttpHandler other, OriginPolicy otherOrigins) {
    return new HttpService(other, transport, date, otherOrigins);
  }
}
