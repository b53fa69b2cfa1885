package dev.partita.net.websocket;

import dev.partita.net.http.HttpService;
import dev.partita.net.http.RequestHead;
import dev.partita.net.http.http1.Http1Connection;
import dev.partita.net.http.http1.Http1Protocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a WebSocket of a connection when a request asks for it, and lets pass what does not.
 * Confined to its event loop.
 */
public final class WebSocketUpgrade extends ChannelInboundHandlerAdapter {

  private static final Logger log = LoggerFactory.getLogger(WebSocketUpgrade.class);

  private final HttpService service;
  private final WebSocketHandler handler;
  private final SocketChannel channel;
  private @Nullable HttpRequest asked;

  public WebSocketUpgrade(HttpService service, WebSocketHandler handler, SocketChannel channel) {
    this.service = service;
    this.handler = handler;
    this.channel = channel;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    HttpRequest request = asked;
    if (request == null) {
      if (message instanceof HttpRequest next
          && wantsWebSocket(next)
          && isTaken(next)
          && isIdle(context)) {
        asked = next;
        ReferenceCountUtil.release(message);
      } else {
        context.fireChannelRead(message);
      }
      return;
    }
    boolean complete = message instanceof LastHttpContent;
    ReferenceCountUtil.release(message);
    if (complete) {
      upgrade(context, request);
    }
  }

  /** Answers that are still owed come first, in the old protocol. */
  private static boolean isIdle(ChannelHandlerContext context) {
    Http1Connection connection = context.pipeline().get(Http1Connection.class);
    return connection != null && connection.isIdle();
  }

  private static boolean wantsWebSocket(HttpRequest request) {
    return request
        .headers()
        .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /** Whether it may be carried out; if not, it passes, and is refused like any other. */
  private boolean isTaken(HttpRequest request) {
    return RequestHead.check(request, service.transport().limits())
            instanceof RequestHead.Checked.Accepted(RequestHead head)
        && service.refusalOf(head) == null;
  }

  private void upgrade(ChannelHandlerContext context, HttpRequest request) {
    FullHttpRequest whole =
        new DefaultFullHttpRequest(request.protocolVersion(), request.method(), request.uri());
    whole.headers().set(request.headers());
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory(
                request.uri(),
                null,
                WebSocketDecoderConfig.newBuilder()
                    .maxFramePayloadLength(service.transport().limits().bodyBytes())
                    .build())
            .newHandshaker(request);
    if (handshaker == null) {
      var _ = WebSocketServerHandshakerFactory.sendUnsupportedVersionResponse(channel);
      return;
    }
    context.pipeline().remove(Http1Connection.class);
    // Answers are otherwise encoded without its help, but the handshake looks for it.
    context.pipeline().addBefore(context.name(), null, new HttpResponseEncoder());
    var bytes = new WebSocketBytes(service.transport(), channel);
    context
        .pipeline()
        .addBefore(Http1Protocol.DECODER, null, bytes)
        .addLast(
            new WebSocketFrameAggregator(service.transport().limits().bodyBytes()),
            new WebSocketConnection(service.transport(), handler, channel, bytes));
    context.pipeline().remove(this);
    try {
      var _ =
          handshaker
              .handshake(channel, whole)
              .addListener(
                  done -> {
                    if (!done.isSuccess()) {
                      var _ = channel.close();
                    }
                  });
    } catch (RuntimeException e) {
      log.debug("Connection closed because it cannot become a WebSocket: {}", channel, e);
      var _ = channel.close();
    } finally {
      whole.release();
    }
  }
}
