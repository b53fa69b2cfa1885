package dev.partita.net.link;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What uses one link. Its methods are called on the event loop of the link, one at a time, and
 * never block.
 */
public interface LinkHandler {

  /** Both sides have shown their certificates. */
  void opened(Link link);

  /**
   * Takes a frame.
   *
   * @param frame without its length; big endian, read-only, and valid until the method returns
   * @throws DatabaseException if there is no such frame; the link is closed for this reason
   */
  void frame(ByteBuffer frame);

  /** Something that was sent has been handed to the network. */
  default void progressed() {}

  /**
   * The link is gone, or has never come about. Called once, and nothing else after it.
   *
   * @param why null if one of both sides has closed it without giving a reason
   */
  void closed(@Nullable Throwable why);
}
