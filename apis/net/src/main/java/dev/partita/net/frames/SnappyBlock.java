package dev.partita.net.frames;

import dev.partita.base.error.DatabaseException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.Snappy;

/** Snappy's format of single blocks, which protocols compress frames with. Pure functions. */
public final class SnappyBlock {

  /** So much room is made for what is announced, before there is any of it. */
  private static final int EXPECTED_MAX = 1 << 20;

  private SnappyBlock() {}

  /** What follows an offset, compressed. */
  public static byte[] compress(byte[] bytes, int offset) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes, offset, bytes.length - offset);
    ByteBuf out = Unpooled.buffer(in.readableBytes() / 2 + 32);
    new Snappy().encode(in, out, in.readableBytes());
    return toBytes(out);
  }

  /**
   * What follows an offset, as it was.
   *
   * @param size how long it has to be
   * @throws DatabaseException BAD_REQUEST if it is no block, or one of another length
   */
  public static byte[] decompress(byte[] bytes, int offset, int size) {
    // A block begins with the length of what is in it.
    if (announced(bytes, offset) != size) {
      throw refused();
    }
    ByteBuf in = Unpooled.wrappedBuffer(bytes, offset, bytes.length - offset);
    ByteBuf out = Unpooled.buffer(Math.min(size, EXPECTED_MAX), size);
    try {
      new Snappy().decode(in, out);
    } catch (DecompressionException | IndexOutOfBoundsException _) {
      throw refused();
    }
    if (out.readableBytes() != size || in.isReadable()) {
      throw refused();
    }
    return toBytes(out);
  }

  private static long announced(byte[] bytes, int offset) {
    long length = 0;
    for (int i = offset, shift = 0; i < bytes.length && shift < 35; i++, shift += 7) {
      length |= (bytes[i] & 0x7FL) << shift;
      if (bytes[i] >= 0) {
        return length;
      }
    }
    throw refused();
  }

  private static DatabaseException refused() {
    return DatabaseException.badRequest(
        "A block of Snappy cannot be decompressed, or not to the length that was announced.");
  }

  private static byte[] toBytes(ByteBuf out) {
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }
}
