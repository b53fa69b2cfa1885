package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.transport.ByteBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one connection that have arrived and are not passed on yet. Grows with what has
 * arrived rather than with what was announced, so that an announcement alone costs the server
 * nothing. Confined to the event loop of its connection.
 */
final class ArrivingFrames {

  private final FrameDecoder decoder;
  private final int maxFrameBytes;
  private final ByteBudget budget;
  private @Nullable ByteBuf held;

  /** Of the frame that is arriving; {@link FrameDecoder#UNDECIDED} until that is known. */
  private long length = FrameDecoder.UNDECIDED;

  ArrivingFrames(FrameDecoder decoder, int maxFrameBytes, ByteBudget budget) {
    this.decoder = decoder;
    this.maxFrameBytes = maxFrameBytes;
    this.budget = budget;
  }

  /** Takes bytes, which it releases; false if the server has no room for them. */
  boolean add(ByteBufAllocator memory, ByteBuf bytes) {
    if (!budget.tryTake(bytes.readableBytes())) {
      bytes.release();
      return false;
    }
    held =
        held == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(memory, held, bytes);
    return true;
  }

  int heldBytes() {
    return held == null ? 0 : held.readableBytes();
  }

  /**
   * The next frame, whose room in the budget belongs to the caller from now on; null if it has not
   * arrived entirely.
   *
   * @throws DatabaseException BAD_REQUEST or TOO_LARGE if there is no such frame
   */
  byte @Nullable [] next() {
    ByteBuf in = held;
    if (in == null || !in.isReadable()) {
      return null;
    }
    if (length == FrameDecoder.UNDECIDED) {
      length = lengthOf(in);
    }
    if (length == FrameDecoder.UNDECIDED || in.readableBytes() < length) {
      return null;
    }
    byte[] frame = new byte[(int) length];
    length = FrameDecoder.UNDECIDED;
    in.readBytes(frame);
    if (in.isReadable()) {
      in.discardSomeReadBytes();
    } else {
      in.release();
      held = null;
    }
    return frame;
  }

  private long lengthOf(ByteBuf in) {
    long known = decoder.length(in.nioBuffer().asReadOnlyBuffer());
    long least = known == FrameDecoder.UNDECIDED ? in.readableBytes() : known;
    if (least > maxFrameBytes) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "A frame is longer than any may be.")
          .with("bytes", least)
          .with("maximum", maxFrameBytes);
    }
    if (least <= 0) {
      throw DatabaseException.badRequest("A frame has no length.").with("bytes", known);
    }
    return known;
  }

  /** Drops what has arrived. */
  void release() {
    if (held != null) {
      budget.giveBack(held.readableBytes());
      held.release();
      held = null;
    }
    length = FrameDecoder.UNDECIDED;
  }
}
