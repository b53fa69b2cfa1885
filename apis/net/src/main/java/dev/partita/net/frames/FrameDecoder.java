package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds out where the frames of one connection end. Each connection has one of its own, which may
 * therefore remember what it has seen; called on the event loop of the connection alone.
 */
@FunctionalInterface
public interface FrameDecoder {

  /** More has to arrive before the end of the frame is known. */
  long UNDECIDED = -1;

  /**
   * The length of the frame that has begun to arrive, with everything that belongs to it.
   *
   * @param arrived at least one byte, and all that has arrived since the frame began; big endian,
   *     read-only, and valid until the method returns
   * @return at least 1, whether or not so much has arrived, or {@link #UNDECIDED}. Once a length is
   *     returned, the next question is about the next frame
   * @throws DatabaseException BAD_REQUEST if no frame begins like this; the connection ends
   */
  long length(ByteBuffer arrived);

  /**
   * For protocols whose frames have their length in four bytes at a fixed place.
   *
   * @param offset where the length is in the frame
   * @param added what the length leaves out: 0 if it is that of the whole frame
   * @param minimum of whole frames
   */
  static FrameDecoder lengthField(int offset, ByteOrder order, int added, int minimum) {
    return arrived -> {
      if (arrived.remaining() < offset + Integer.BYTES) {
        return UNDECIDED;
      }
      long length = (long) arrived.order(order).getInt(arrived.position() + offset) + added;
      if (length < minimum) {
        throw DatabaseException.badRequest("A frame is shorter than any can be.")
            .with("bytes", length)
            .with("minimum", minimum);
      }
      return length;
    };
  }
}
