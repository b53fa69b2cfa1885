package dev.partita.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A protocol that connections may speak, recognised by their first bytes or, with TLS, by its name.
 * Called on event loops, for any number of connections at once.
 */
public interface ConnectionProtocol {

  /** What the first bytes of a connection tell. */
  enum Match {
    YES,
    NO,
    /** There are too few of them. */
    UNDECIDED
  }

  /** Whether a connection that begins with these bytes, at least one, speaks the protocol. */
  Match match(ByteBuf beginning);

  /** The name by which clients ask for it in the TLS handshake (ALPN); null if it has none. */
  @Nullable String applicationName();

  /**
   * Appends to the pipeline what speaks the protocol from the first byte on.
   *
   * @param refusing whether there are too many connections, so that this is all to be said
   */
  void begin(SocketChannel channel, boolean refusing);

  /** Whether it can tell a client that there are too many connections. */
  boolean canRefuse();
}
