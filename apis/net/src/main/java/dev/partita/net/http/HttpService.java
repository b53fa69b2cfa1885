package dev.partita.net.http;

import dev.partita.net.transport.Transport;
import dev.partita.net.transport.Wire;
import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all HTTP connections of one listener share. Safe for any number of transport.threads().
 *
 * @param origins from where requests are taken
 */
public record HttpService(
    HttpHandler handler,
    Transport transport,
    HttpDate date,
    Shortcut shortcut,
    OriginPolicy origins) {

  public HttpService(HttpHandler handler, Transport transport, OriginPolicy origins) {
    this(
        handler,
        transport,
        new HttpDate(transport.clock()),
        new Shortcut(transport.clock()),
        origins);
  }

  /**
   * Has the handler carry out a call, and turns whatever comes of it into an answer, which goes to
   * the event loop of the channel. Called there.
   *
   * @param abandoned tells, on any thread, whether nobody waits for the answer any more
   * @throws RejectedExecutionException if the server has stopped
   */
  public void carryOut(
      PendingExchange.Call call,
      Channel channel,
      BooleanSupplier abandoned,
      Consumer<Answer> then) {
    Request request = call.request(abandoned);
    switch (handler.urgency(request.path())) {
      case PROBE -> then.accept(answer(request, () -> handler.handle(request)));
      case MONITORING -> monitor(request, channel, then);
      case WORK -> work(request, channel, then);
    }
  }

  private void monitor(Request request, Channel channel, Consumer<Answer> then) {
    try {
      handle(transport.threads().monitoring(), request, channel, then);
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
      handle(transport.threads().requests(), request, channel, then);
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
    long nowNanos = transport.clock().nanos();
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
    return new HttpService(other, transport, date, shortcut, otherOrigins);
  }
}
