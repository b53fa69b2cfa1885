package dev.partita.net.frames;

import java.util.function.Supplier;

/**
 * What the network has to know of a protocol with frames. Immutable.
 *
 * @param decoders makes the decoder of a connection
 * @param maxFrameBytes the longest frame; a connection with a longer one ends
 * @param concurrentFrames how many frames of a connection are in work at once, at most. With 1 a
 *     frame is passed on when the one before has been answered, so that what it asks for sees what
 *     that one did
 * @param order of the answers, which matters if several frames are in work
 * @param idleMillis how long a connection may say nothing; 0 for as long as others of the server
 */
public record FrameRules(
    Supplier<FrameDecoder> decoders,
    int maxFrameBytes,
    int concurrentFrames,
    AnswerOrder order,
    long idleMillis) {

  /** In which order a client gets the answers to several frames. */
  public enum AnswerOrder {
    /** In that of its frames, since nothing else tells which answer belongs to which. */
    OF_FRAMES,
    /** As they are ready: the answers name their requests. */
    AS_READY
  }

  public FrameRules {
    if (maxFrameBytes <= 0 || concurrentFrames <= 0 || idleMillis < 0) {
      throw new IllegalArgumentException(
          "Frames of %d bytes, %d at once, %d ms idle"
              .formatted(maxFrameBytes, concurrentFrames, idleMillis));
    }
  }

  /** One frame after the other. */
  public static FrameRules sequential(Supplier<FrameDecoder> decoders, int maxFrameBytes) {
    return new FrameRules(decoders, maxFrameBytes, 1, AnswerOrder.OF_FRAMES, 0);
  }

  public FrameRules withConcurrent(int frames, AnswerOrder answers) {
    return new FrameRules(decoders, maxFrameBytes, frames, answers, idleMillis);
  }

  public FrameRules withIdleMillis(long millis) {
    return new FrameRules(decoders, maxFrameBytes, concurrentFrames, order, millis);
  }
}
