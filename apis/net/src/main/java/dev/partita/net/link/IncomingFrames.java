package dev.partita.net.link;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What arrives on one link, cut into frames. A frame that arrives in pieces gets the room for all
 * of it at once, since only those who are known may send long ones. Confined to the event loop of
 * its link.
 */
final class IncomingFrames {

  private final ByteBufAllocator memory;
  private final Consumer<ByteBuffer> frames;
  private int maxBytes;
  private @Nullable ByteBuf begun;
  private boolean over;

  IncomingFrames(ByteBufAllocator memory, int maxBytes, Consumer<ByteBuffer> frames) {
    this.memory = memory;
    this.maxBytes = maxBytes;
    this.frames = frames;
  }

  void allow(int bytes) {
    maxBytes = bytes;
  }

  /**
   * Takes bytes, which it releases, and passes on the frames that are complete with them.
   *
   * @throws DatabaseException TOO_LARGE or BAD_REQUEST if there is no such frame
   */
  void add(ByteBuf bytes) {
    try {
      while (!over && bytes.isReadable()) {
        if (begun == null) {
          begin(bytes);
        } else {
          goOn(begun, bytes);
        }
      }
    } finally {
      bytes.release();
    }
  }

  private void begin(ByteBuf bytes) {
    if (bytes.readableBytes() < Integer.BYTES) {
      begun = memory.buffer(Integer.BYTES).writeBytes(bytes);
      return;
    }
    int length = checked(bytes.getInt(bytes.readerIndex()));
    if (bytes.readableBytes() < Integer.BYTES + length) {
      begun = memory.buffer(Integer.BYTES + length).writeBytes(bytes);
      return;
    }
    bytes.skipBytes(Integer.BYTES);
    int from = bytes.readerIndex();
    bytes.skipBytes(length);
    frames.accept(bytes.nioBuffer(from, length).asReadOnlyBuffer());
  }

  private void goOn(ByteBuf held, ByteBuf bytes) {
    if (held.readableBytes() < Integer.BYTES) {
      int missing = Integer.BYTES - held.readableBytes();
      held.writeBytes(bytes, Math.min(missing, bytes.readableBytes()));
      if (held.readableBytes() == Integer.BYTES) {
        held.ensureWritable(checked(held.getInt(held.readerIndex())));
      }
      return;
    }
    int length = held.getInt(held.readerIndex());
    int missing = Integer.BYTES + length - held.readableBytes();
    held.writeBytes(bytes, Math.min(missing, bytes.readableBytes()));
    if (held.readableBytes() == Integer.BYTES + length) {
      begun = null;
      try {
        frames.accept(
            held.nioBuffer(held.readerIndex() + Integer.BYTES, length).asReadOnlyBuffer());
      } finally {
        held.release();
      }
    }
  }

  private int checked(int length) {
    if (length <= 0) {
      throw DatabaseException.badRequest("A frame has no length.").with("bytes", length);
    }
    if (length > maxBytes) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "A frame is longer than any may be.")
          .with("bytes", length)
          .with("maximum", maxBytes);
    }
    return length;
  }

  /** Drops what has arrived, and what is to come. */
  void end() {
    over = true;
    if (begun != null) {
      begun.release();
      begun = null;
    }
  }
}
