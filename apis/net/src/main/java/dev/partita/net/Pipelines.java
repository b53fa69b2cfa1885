package dev.partita.net;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/** The one place that says what connections consist of. */
final class Pipelines {

  private static final int CHUNK_BYTES = 1 << 16;
  // What a client may send before it hears from the server, for one stream; twice it for all.
  private static final int WINDOW_BYTES = 1 << 20;
  // How many streams either side may break off in a time, lest that becomes all they do.
  private static final int RESETS = 200;
  private static final int RESETS_SECONDS = 30;
  // Acknowledgements that the client does not read.
  private static final int QUEUED_CONTROL_FRAMES = 1_000;
  private static final long CLOSE_NOTIFY_MILLIS = 1_000;

  private Pipelines() {}

  static void begin(SocketChannel channel, HttpService service) {
    channel.pipeline().addLast(new Gate(service, channel));
  }

  static void addTls(SocketChannel channel, HttpService service, SslContext context) {
    // Signing and the like takes milliseconds, in which the event loop has better things to do.
    SslHandler tls = context.newHandler(channel.alloc(), service.threads().handshakes());
    tls.setHandshakeTimeoutMillis(service.limits().receiveMillis());
    tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
    channel.pipeline().addLast(tls, new TlsHandshake(service, channel));
  }

  /**
   * @param refusing whether there are too many connections
   */
  static void addHttp1(SocketChannel channel, HttpService service, boolean refusing) {
    NetLimits limits = service.limits();
    channel
        .pipeline()
        .addLast(
            new UnfoldedRequestDecoder(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.requestLineBytes())
                    .setMaxHeaderSize(limits.headerBytes())
                    .setMaxChunkSize(CHUNK_BYTES)),
            new Http1Connection(service, channel, refusing));
    WebSocketHandler webSockets = service.webSockets();
    if (webSockets != null && !refusing) {
      channel
          .pipeline()
          .addBefore(
              channel.pipeline().context(Http1Connection.class).name(),
              null,
              new WebSocketUpgrade(service, webSockets, channel));
    }
  }

  static void addHttp2(SocketChannel channel, HttpService service) {
    NetLimits limits = service.limits();
    var connection = new Http2Connection(service, channel);
    channel
        .pipeline()
        .addLast(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(
                    Http2Settings.defaultSettings()
                        .maxConcurrentStreams(limits.streams())
                        .initialWindowSize(WINDOW_BYTES)
                        .maxFrameSize(CHUNK_BYTES)
                        .maxHeaderListSize(limits.requestLineBytes() + limits.headerBytes()))
                .decoderEnforceMaxRstFramesPerWindow(RESETS, RESETS_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(RESETS, RESETS_SECONDS)
                .encoderEnforceMaxQueuedControlFrames(QUEUED_CONTROL_FRAMES)
                // Goodbyes are up to the connection, which knows what is under way.
                .decoupleCloseAndGoAway(true)
                .build(),
            new Http2MultiplexHandler(
                new ChannelInitializer<Http2StreamChannel>() {
                  @Override
                  protected void initChannel(Http2StreamChannel stream) {
                    stream.pipeline().addLast(new Http2Exchange(service, connection, stream));
                  }
                }),
            connection);
  }

  static boolean isSecure(SocketChannel channel) {
    return channel.pipeline().get(SslHandler.class) != null;
  }
}
