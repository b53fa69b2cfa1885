package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;

/** What speaks a protocol with frames. Safe for any number of threads. */
@FunctionalInterface
public interface FrameHandler {

  /**
   * Begins to talk to a client. Called on the event loop of the connection, before its first frame;
   * not to block.
   *
   * @throws DatabaseException if the client is not to be served; the connection is closed
   */
  Conversation open(FrameSocket socket);
}
