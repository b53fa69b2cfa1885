package dev.partita.nosql.hybridrow;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A place in the bytes of a row. Every step is checked against their end. For one thread. */
final class RowReader {

  /** The first byte of every row: version 1 of the encoding. */
  static final int VERSION = 0x81;

  private static final int VARUINT_BYTES_MAX = 5;

  private final ByteBuffer bytes;

  RowReader(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  boolean hasMore() {
    return bytes.hasRemaining();
  }

  int position() {
    return bytes.position();
  }

  /** Reads the head of a row and gives the id of its schema. */
  int head() {
    int version = u8();
    if (version != VERSION) {
      throw malformed("A row does not begin with the version that is known.")
          .with("found", version)
          .with("known", VERSION);
    }
    return i32();
  }

  int u8() {
    return bytes(1).get() & 0xFF;
  }

  int i32() {
    return bytes(4).getInt();
  }

  /** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
  int length() {
    long value = 0;
    for (int i = 0; i < VARUINT_BYTES_MAX; i++) {
      int next = u8();
      value |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        if (value > bytes.remaining()) {
          throw truncated();
        }
        return (int) value;
      }
    }
    throw malformed("A length is longer than five bytes.");
  }

  /** The next bytes, which no longer count as the rest. */
  ByteBuffer bytes(int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw truncated();
    }
    ByteBuffer part = bytes.slice(bytes.position(), length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(bytes.position() + length);
    return part;
  }

  byte[] binary() {
    ByteBuffer part = bytes(length());
    byte[] copy = new byte[part.remaining()];
    part.get(copy);
    return copy;
  }

  String utf8() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes(length())).toString();
    } catch (CharacterCodingException e) {
      throw malformed("A text is not UTF-8.");
    }
  }

  /** A refusal that says where in the row. */
  DatabaseException malformed(String text) {
    return DatabaseException.badRequest(text).with("offset", bytes.position());
  }

  private DatabaseException truncated() {
    return malformed("The binary batch ends within a value, or a length is wrong.")
        .with("remaining", bytes.remaining());
  }
}
