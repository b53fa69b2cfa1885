package dev.partita.net;

import dev.partita.base.time.Clock;
import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all connections of one server share.
 *
 * @param tls null for a server that does not speak TLS
 * @param webSockets null where connections cannot become WebSockets
 * @param origins from where requests are taken
 */
record HttpService(
    HttpHandler handler,
    NetLimits limits,
    Clock clock,
    HttpDate date,
    ByteBudget budget,
    UnreadAnswers unread,
    ServerThreads threads,
    Shortcut shortcut,
    Connections connections,
    @Nullable TlsContexts tls,
    @Nullable WebSocketHandler webSockets,
    OriginPolicy origins) {

  /**
   * Has the handler carry out a call, and turns whatever comes of it into an answer, which goes to
   * the event loop of the channel. Called there.
   *
   * @param abandoned tells, on any thread, whether nobody waits for the answer any more
   * @throws RejectedExecutionException if the server has stopped
   */
  void carryOut(Turn.Call call, Channel channel, BooleanSupplier abandoned, Consumer<Answer> then) {
    Request request = call.request(abandoned);
    switch (handler.urgency(request.path())) {
      case PROBE -> then.accept(answer(request, () -> handler.handle(request)));
      case MONITORING -> monitor(request, channel, then);
      case WORK -> work(request, channel, then);
    }
  }

  private void monitor(Request request, Channel channel, Consumer<Answer> then) {
    try {
      handle(threads.monitoring(), request, channel, then);
    } catch (RejectedExecutionException full) {
      then.accept(
          refusal(
              Errors.refusal(
                  503, "ServiceUnavailable", "Too many ask the same at once; try again later")));
    }
  }

  private void handle(Executor where, Request request, Channel channel, Consumer<Answer> then) {
    where.execute(
        () -> {
          Answer answer = answer(request, () -> handler.handle(request));
          Wire.onEventLoop(channel, () -> then.accept(answer));
        });
  }

  private void work(Request request, Channel channel, Consumer<Answer> then) {
    Begun begun = begin(request);
    if (begun == null) {
      handle(threads.requests(), request, channel, then);
    } else if (begun.awaited() == null) {
      then.accept(answer(request, begun::response));
    } else {
      begun
          .awaited()
          .whenComplete(
              (_, _) ->
                  Wire.onEventLoop(channel, () -> then.accept(answer(request, begun::response))));
    }
  }

  /** Null if the request is to be carried out on a thread of its own. */
  private @Nullable Begun begin(Request request) {
    long nowNanos = clock.nanos();
    if (!shortcut.isOpen(nowNanos)) {
      return null;
    }
    try {
      return handler.begin(request);
    } catch (Throwable failure) {
      return Begun.with(Errors.of(request, failure));
    } finally {
      shortcut.took(nowNanos);
    }
  }

  private Answer answer(Request request, Supplier<Response> handling) {
    boolean withoutBody = request.method().equals("HEAD");
    try {
      return new Answer(handling.get(), withoutBody, date.now());
    } catch (Throwable failure) {
      return new Answer(Errors.of(request, failure), withoutBody, date.now());
    }
  }

  /** The answer to a request that is not to be carried out, or null for one that is. */
  @Nullable Response refusalOf(RequestHead head) {
    return isProbe(head) ? null : origins.refusal(head.method(), head.headers());
  }

  boolean isProbe(RequestHead head) {
    return handler.urgency(head.path()) == Urgency.PROBE;
  }

  /** The answer to what is no request that could be carried out. */
  Answer refusal(Response response) {
    return new Answer(response, false, date.now());
  }

  /** What shares everything with this but says something else. */
  HttpService with(
      HttpHandler other, @Nullable WebSocketHandler sockets, OriginPolicy otherOrigins) {
    return new HttpService(
        other,
        limits,
        clock,
        date,
        budget,
        unread,
        threads,
        shortcut,
        connections,
        tls,
        sockets,
        otherOrigins);
  }
}
