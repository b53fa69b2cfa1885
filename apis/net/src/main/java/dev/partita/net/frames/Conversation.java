package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;
import java.util.concurrent.CompletionStage;

/**
 * The server's side of one connection. Its methods are called on the event loop of the connection,
 * one at a time, and never block: work goes to {@link FrameSocket#executor}.
 */
public interface Conversation {

  /**
   * Answers one frame, which belongs to the conversation from now on. Other frames may be in work
   * at the same time, as {@link FrameRules#concurrentFrames} says.
   *
   * @return the answer, possibly {@link FrameAnswer#NONE}; completed on any thread. If it fails, or
   *     the method throws, the connection is closed, since how the protocol tells of failures is
   *     not known here
   */
  CompletionStage<FrameAnswer> answer(byte[] frame);

  /**
   * What is sent before the server ends the connection, behind all answers that are due; empty for
   * nothing.
   *
   * @param why BAD_REQUEST for bytes that are no frame, TOO_LARGE for a frame that is longer than
   *     any may be, TIMEOUT for one that does not arrive, UNAUTHORIZED for a client that does not
   *     say who it is, UNAVAILABLE when the server stops
   */
  default byte[] lastWords(DatabaseException why) {
    return new byte[0];
  }

  /** The connection is gone. Called once. */
  default void closed() {}
}
