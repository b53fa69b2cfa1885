package dev.partita.net.http.http1;

import dev.partita.net.http.HttpService;
import dev.partita.net.transport.ConnectionProtocol;
import dev.partita.net.transport.NetLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.0 and 1.1, for which every connection is taken that nothing else recognises, since its
 * decoder has an answer to any bytes. Immutable.
 */
public final class Http1Protocol implements ConnectionProtocol {

  /** What may make another protocol of a connection when a request asks for that. */
  @FunctionalInterface
  public interface Upgrade {

    /** A handler for the messages of the decoder, which lets pass what is not meant for it. */
    ChannelHandler handler(HttpService service, SocketChannel channel);
  }

  /** The name of the handler that takes bytes, the first of the pipeline but for TLS. */
  public static final String DECODER = "http1-decoder";

  private static final int CHUNK_BYTES = 1 << 16;

  private final HttpService service;
  private final @Nullable Upgrade upgrade;

  /**
   * @param upgrade null where connections stay what they are
   */
  public Http1Protocol(HttpService service, @Nullable Upgrade upgrade) {
    this.service = service;
    this.upgrade = upgrade;
  }

  @Override
  public Match match(ByteBuf beginning) {
    return Match.YES;
  }

  @Override
  public String applicationName() {
    return ApplicationProtocolNames.HTTP_1_1;
  }

  @Override
  public boolean canRefuse() {
    return true;
  }

  @Override
  public void begin(SocketChannel channel, boolean refusing) {
    NetLimits limits = service.transport().limits();
    channel
        .pipeline()
        .addLast(
            DECODER,
            new UnfoldedRequestDecoder(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(limits.requestLineBytes())
                    .setMaxHeaderSize(limits.headerBytes())
                    .setMaxChunkSize(CHUNK_BYTES)));
    if (upgrade != null && !refusing) {
      channel.pipeline().addLast(upgrade.handler(service, channel));
    }
    channel.pipeline().addLast(new Http1Connection(service, channel, refusing));
  }
}
