package dev.partita.net.http.http2;

import dev.partita.net.http.HttpService;
import dev.partita.net.transport.ConnectionProtocol;
import dev.partita.net.transport.NetLimits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import java.nio.charset.StandardCharsets;

/** HTTP/2, which clients that know of it begin with a preface. Immutable. */
public final class Http2Protocol implements ConnectionProtocol {

  // RFC 9113, 3.4
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int FRAME_BYTES = 1 << 16;
  // What a client may send before it hears from the server, for one stream; twice it for all.
  private static final int WINDOW_BYTES = 1 << 20;
  // How many streams either side may break off in a time, lest that becomes all they do.
  private static final int RESETS = 200;
  private static final int RESETS_SECONDS = 30;
  // Acknowledgements that the client does not read.
  private static final int QUEUED_CONTROL_FRAMES = 1_000;

  private final HttpService service;

  public Http2Protocol(HttpService service) {
    this.service = service;
  }

  @Override
  public Match match(ByteBuf beginning) {
    int common = Math.min(beginning.readableBytes(), PREFACE.length());
    String text = beginning.toString(beginning.readerIndex(), common, StandardCharsets.ISO_8859_1);
    if (!PREFACE.startsWith(text)) {
      return Match.NO;
    }
    return common == PREFACE.length() ? Match.YES : Match.UNDECIDED;
  }

  @Override
  public String applicationName() {
    return ApplicationProtocolNames.HTTP_2;
  }

  @Override
  public boolean canRefuse() {
    return false;
  }

  @Override
  public void begin(SocketChannel channel, boolean refusing) {
    NetLimits limits = service.transport().limits();
    var connection = new Http2Connection(service, channel);
    channel
        .pipeline()
        .addLast(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(
                    Http2Settings.defaultSettings()
                        .maxConcurrentStreams(limits.streams())
                        .initialWindowSize(WINDOW_BYTES)
                        .maxFrameSize(FRAME_BYTES)
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
}
