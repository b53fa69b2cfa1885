package dev.partita.peer.wire;

import dev.partita.base.error.DatabaseException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Reader of the parts of a frame. Not for use by several threads. */
public final class FrameReader {

  private final ByteBuffer bytes;

  private FrameReader(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads all that there is.
   *
   * @throws DatabaseException BAD_REQUEST if there is too little or too much, or a part of it is
   *     not what it should be
   */
  public static <T> T read(ByteBuffer bytes, Function<FrameReader, T> parts) {
    var reader = new FrameReader(bytes);
    try {
      T read = parts.apply(reader);
      if (!bytes.hasRemaining()) {
        return read;
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw malformed().with("reason", e);
    }
    throw malformed().with("left", bytes.remaining());
  }

  static DatabaseException malformed() {
    return DatabaseException.badRequest("A frame of another node is not of the expected form.");
  }

  public int u8() {
    return bytes.get() & 0xFF;
  }

  public int u16() {
    return bytes.getShort() & 0xFFFF;
  }

  public int u32() {
    return bytes.getInt();
  }

  public long u64() {
    return bytes.getLong();
  }

  public String text() {
    return new String(raw(u16()), StandardCharsets.UTF_8);
  }

  public byte[] blob() {
    return raw(u32());
  }

  public byte[] rest() {
    return raw(bytes.remaining());
  }

  private byte[] raw(int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] raw = new byte[length];
    bytes.get(raw);
    return raw;
  }
}
