package dev.partita.net.frames;

import dev.partita.net.transport.ConnectionProtocol;
import dev.partita.net.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A protocol with frames as the only one of a listener, with and without TLS. Immutable.
 *
 * @param name of the protocol, for logs
 */
public record FrameConnectionProtocol(
    String name, FrameRules rules, FrameHandler handler, Transport transport)
    implements ConnectionProtocol {

  public FrameConnectionProtocol {
    if (rules.maxFrameBytes() > transport.limits().bufferedBytes()) {
      throw new IllegalArgumentException(
          "Frames of %s may have %d bytes, but all that clients send together only %d"
              .formatted(name, rules.maxFrameBytes(), transport.limits().bufferedBytes()));
    }
  }

  @Override
  public Match match(ByteBuf beginning) {
    return Match.YES;
  }

  @Override
  public @Nullable String applicationName() {
    return null;
  }

  /** How a client is told is up to the protocol, and most begin with what the client says. */
  @Override
  public boolean canRefuse() {
    return false;
  }

  @Override
  public void begin(SocketChannel channel, boolean refusing) {
    channel.pipeline().addLast(new FrameConnection(this, channel));
  }
}
