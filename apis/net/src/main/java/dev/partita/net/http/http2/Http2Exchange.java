package dev.partita.net.http.http2;

import dev.partita.net.http.Answer;
import dev.partita.net.http.BodyStream;
import dev.partita.net.http.Errors;
import dev.partita.net.http.HttpService;
import dev.partita.net.http.PendingExchange;
import dev.partita.net.http.RequestReader;
import dev.partita.net.http.Response;
import dev.partita.net.http.StreamedBody;
import dev.partita.net.transport.Deadline;
import dev.partita.net.transport.RateLimitedLog;
import dev.partita.net.transport.UnreadOutput;
import dev.partita.net.transport.Wire;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer, on a stream of an HTTP/2 connection. Confined to the connection's
 * event loop.
 */
final class Http2Exchange extends ChannelInboundHandlerAdapter {

  private static final Logger log = LoggerFactory.getLogger(Http2Exchange.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(Http2Exchange.class);

  private final HttpService service;
  private final Http2Connection connection;
  private final Http2StreamChannel stream;
  private final RequestReader reader;
  private final Deadline deadline;
  private boolean headArrived;
  private boolean allArrived;
  private boolean answering;
  private @Nullable StreamedBody streaming;
  private PendingExchange.@Nullable Call waiting;

  Http2Exchange(HttpService service, Http2Connection connection, Http2StreamChannel stream) {
    this.service = service;
    this.connection = connection;
    this.stream = stream;
    this.reader =
        new RequestReader(service, connection.isSecure(), false, stream.parent().remoteAddress());
    this.deadline = new Deadline(stream.eventLoop(), service.transport().clock(), this::tooLate);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    connection.opened();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    endStream();
    reader.drop();
    deadline.cancel();
    if (waiting != null) {
      waiting.body().release();
      waiting = null;
      connection.awaitNoMore(this);
    }
    connection.closed();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object frame) {
    try {
      PendingExchange turn =
          switch (frame) {
            case Http2HeadersFrame head when !headArrived -> head(head);
            case Http2HeadersFrame trailers -> content(LastHttpContent.EMPTY_LAST_CONTENT);
            case Http2DataFrame data when data.isEndStream() ->
                content(new DefaultLastHttpContent(data.content()));
            case Http2DataFrame data -> content(new DefaultHttpContent(data.content()));
            default -> null;
          };
      if (turn != null) {
        deadline.clear();
        take(turn);
      }
    } finally {
      ReferenceCountUtil.release(frame);
    }
  }

  private @Nullable PendingExchange head(Http2HeadersFrame head) {
    headArrived = true;
    PendingExchange refusal =
        reader.read(Http2Requests.request(head.headers(), service.transport().limits()));
    if (head.isEndStream()) {
      PendingExchange turn = content(LastHttpContent.EMPTY_LAST_CONTENT);
      return refusal == null ? turn : refusal;
    }
    if (refusal == null) {
      deadline.setIn(service.transport().limits().receiveMillis());
      if (reader.expectsContinue()) {
        var goOn = new DefaultHttp2Headers().status(HttpResponseStatus.CONTINUE.codeAsText());
        var _ = stream.writeAndFlush(new DefaultHttp2HeadersFrame(goOn, false));
      }
    }
    return refusal;
  }

  /** What comes after a refusal is no longer read by the reader, only taken off the stream. */
  private @Nullable PendingExchange content(HttpContent content) {
    allArrived = content instanceof LastHttpContent;
    return reader.read(content);
  }

  private void take(PendingExchange turn) {
    switch (turn) {
      case PendingExchange.Refusal(Response response) -> send(service.refusal(response));
      case PendingExchange.Call call when connection.isBehind() -> {
        waiting = call;
        connection.await(this);
      }
      case PendingExchange.Call call -> carryOut(call);
    }
  }

  /** Called when the client has read enough of earlier answers. */
  void goOn() {
    PendingExchange.Call call = waiting;
    waiting = null;
    if (call != null) {
      carryOut(call);
    }
  }

  private void carryOut(PendingExchange.Call call) {
    if (!connection.tryRun()) {
      call.body().release();
      reset(Http2Error.REFUSED_STREAM);
      return;
    }
    service.carryOut(call, stream, () -> !stream.isActive(), answer -> answer(call, answer));
  }

  private void answer(PendingExchange.Call call, Answer answer) {
    call.body().release();
    BodyStream body = answer.stream();
    if (body == null) {
      connection.ran();
      send(answer);
    } else {
      stream(answer, body);
    }
  }

  /** Sends an answer whose body is still being made. */
  private void stream(Answer answer, BodyStream body) {
    answering = true;
    var _ = stream.writeAndFlush(new DefaultHttp2HeadersFrame(answer.http2Head(), false));
    StreamedBody sink =
        new StreamedBody(
            stream,
            bytes ->
                stream.writeAndFlush(
                    new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes), false)),
            deadline,
            service.transport().limits().sendMillis());
    streaming = sink;
    try {
      sink.begin(service, body, this::streamed);
      connection.streams(sink);
    } catch (RejectedExecutionException stopped) {
      log.debug("Stream dropped because the server has stopped: {}", stream, stopped);
      connection.ran();
      reset(Http2Error.CANCEL);
    }
    if (!stream.isActive()) {
      sink.end();
    }
  }

  private void streamed(StreamedBody.End end) {
    connection.ran();
    endStream();
    switch (end) {
      case BROKEN -> reset(Http2Error.INTERNAL_ERROR);
      case COMPLETE -> {
        if (stream.isActive()) {
          finish(stream.writeAndFlush(new DefaultHttp2DataFrame(true)));
        }
      }
    }
  }

  private void endStream() {
    StreamedBody body = streaming;
    streaming = null;
    if (body != null) {
      body.end();
      connection.streamsNoMore(body);
    }
  }

  private void send(Answer answer) {
    answering = true;
    ChannelFuture sent;
    if (answer.hasBody()) {
      var _ = stream.write(new DefaultHttp2HeadersFrame(answer.http2Head(), false));
      sent = stream.writeAndFlush(new DefaultHttp2DataFrame(answer.body(), true));
    } else {
      sent = stream.writeAndFlush(new DefaultHttp2HeadersFrame(answer.http2Head(), true));
    }
    if (!sent.isDone()) {
      awaitReader(sent, answer.bodyBytes());
    }
    finish(sent);
  }

  private void awaitReader(ChannelFuture sent, long bytes) {
    connection.unread(bytes);
    UnreadOutput.Entry entry =
        service
            .transport()
            .unread()
            .add(bytes, () -> Wire.onEventLoop(stream, () -> reset(Http2Error.CANCEL)));
    var _ =
        sent.addListener(
            done -> {
              service.transport().unread().remove(entry);
              connection.unread(-bytes);
            });
  }

  private void finish(ChannelFuture sent) {
    if (!sent.isDone()) {
      deadline.setIn(service.transport().limits().sendMillis());
    }
    var _ =
        sent.addListener(
            done -> {
              deadline.clear();
              if (done.isSuccess() && !allArrived) {
                // The answer is complete, and the rest of the request of no interest.
                reset(Http2Error.NO_ERROR);
              }
            });
  }

  private void reset(Http2Error reason) {
    var _ = stream.writeAndFlush(new DefaultHttp2ResetFrame(reason));
  }

  private void tooLate() {
    if (answering) {
      reset(Http2Error.CANCEL);
    } else {
      take(
          reader.giveUp(
              Errors.refusal(
                  408, "RequestTimeout", "The request body did not arrive in time; try again")));
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    boolean inputClosed =
        event instanceof ChannelInputShutdownReadComplete
            || event instanceof SslCloseCompletionEvent;
    if (inputClosed && reader.inBody()) {
      reset(Http2Error.CANCEL);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null) {
      // The codec tells the client why.
      log.debug("Stream broke the rules and is closed: {}", stream, cause);
    } else {
      limited.warn("Stream failed and is closed", stream, cause);
      reset(Http2Error.INTERNAL_ERROR);
    }
  }
}
