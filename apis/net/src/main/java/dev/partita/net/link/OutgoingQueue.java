package dev.partita.net.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What one link is to send, handed out in pieces of moderate size: many small frames together, a
 * large one bit by bit. Confined to the event loop of its link.
 */
final class OutgoingQueue {

  private static final int PIECE_BYTES = 1 << 16;

  private final ByteBufAllocator memory;
  private final ArrayDeque<OutgoingFrame> frames = new ArrayDeque<>();
  private @Nullable ByteBuf rest;
  private long bytes;

  OutgoingQueue(ByteBufAllocator memory) {
    this.memory = memory;
  }

  void add(OutgoingFrame frame) {
    frames.add(frame);
    bytes += frame.bytes();
  }

  /** Of all frames, as far as they have not been handed out. */
  long bytes() {
    return bytes + (rest == null ? 0 : rest.readableBytes());
  }

  /** The next piece, which belongs to the caller; null if there is none. */
  @Nullable ByteBuf next() {
    ByteBuf begun = rest;
    if (begun != null) {
      return cut(begun);
    }
    ByteBuf piece = null;
    for (OutgoingFrame first = frames.peek(); first != null; first = frames.peek()) {
      int length = first.bytes();
      if (first.isWanted()) {
        boolean alone = length > PIECE_BYTES - Integer.BYTES;
        if (piece != null && (alone || piece.writableBytes() < length + Integer.BYTES)) {
          return piece;
        }
        first.leaving();
        if (alone) {
          frames.remove();
          bytes -= length;
          return cut(whole(first, length));
        }
        piece = piece == null ? memory.buffer(roomFor(length)) : piece;
        piece.writeInt(length);
        for (byte[] part : first.parts()) {
          piece.writeBytes(part);
        }
      }
      frames.remove();
      bytes -= length;
    }
    return piece;
  }

  private int roomFor(int firstBytes) {
    return frames.size() == 1 ? firstBytes + Integer.BYTES : PIECE_BYTES;
  }

  private static ByteBuf whole(OutgoingFrame frame, int length) {
    byte[][] parts = frame.parts();
    ByteBuf[] all = new ByteBuf[parts.length + 1];
    all[0] = Unpooled.buffer(Integer.BYTES).writeInt(length);
    for (int i = 0; i < parts.length; i++) {
      all[i + 1] = Unpooled.wrappedBuffer(parts[i]);
    }
    return Unpooled.wrappedBuffer(all);
  }

  private ByteBuf cut(ByteBuf from) {
    if (from.readableBytes() <= PIECE_BYTES) {
      rest = null;
      return from;
    }
    rest = from;
    return from.readRetainedSlice(PIECE_BYTES);
  }

  void clear() {
    frames.clear();
    bytes = 0;
    if (rest != null) {
      rest.release();
      rest = null;
    }
  }
}
