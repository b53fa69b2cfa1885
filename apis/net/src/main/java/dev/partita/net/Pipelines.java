package dev.partita.net;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

/** The one place that says what connections consist of. */
final class Pipelines {

  private static final int CHUNK_BYTES = 1 << 16;
  private static final long CLOSE_NOTIFY_MILLIS = 1_000;

  private Pipelines() {}

  static void begin(SocketChannel channel, HttpService service) {
    channel.pipeline().addLast(new Gate(service, channel));
  }

  static void addTls(SocketChannel channel, HttpService service, SslContext context) {
    // Signing and the like takes milliseconds, in which the event loop has better things to do.
    SslHandler tls = context.newHandler(channel.alloc(), service.threads());
    tls.setHandshakeTimeoutMillis(service.limits().receiveMillis());
    tls.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
    channel.pipeline().addLast(tls, new TlsHandshake(service, channel));
  }

  /**
   * @param refusing whether all that is ever said is that there are too many connections
   */
  static void addHttp1(SocketChannel channel, HttpService service, boolean refusing) {
    NetLimits limits = service.limits();
    channel
        .pipeline()
        .addLast(
            new HttpRequestDecoder(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.requestLineBytes())
                    .setMaxHeaderSize(limits.headerBytes())
                    .setMaxChunkSize(CHUNK_BYTES)),
            new HttpResponseEncoder(),
            new Http1Connection(service, channel, refusing));
  }

  static boolean isSecure(SocketChannel channel) {
    return channel.pipeline().get(SslHandler.class) != null;
  }
}
