package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * Walk over the elements of a document or an array without making objects of them. {@link #next}
 * moves to the first and to each further one. Not for use by several threads.
 */
public final class BsonCursor {

  private final byte[] bytes;
  private final int end;
  private int nextStart;
  private int nameStart;
  private int nameEnd;
  private BsonType type = BsonType.NULL;
  private int valueLength;

  BsonCursor(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.nextStart = offset + 4;
    this.end = offset + length - 1;
  }

  /** Moves to the next element; false if there is none. */
  public boolean next() {
    if (nextStart >= end) {
      return false;
    }
    BsonType found = BsonType.ofCode(bytes[nextStart]);
    if (found == null) {
      throw new IllegalStateException("BSON that was not validated: type " + bytes[nextStart]);
    }
    type = found;
    nameStart = nextStart + 1;
    nameEnd = LittleEndian.cstringEnd(bytes, nameStart);
    valueLength = type.length(bytes, nameEnd + 1);
    nextStart = nameEnd + 1 + valueLength;
    return true;
  }

  public BsonType type() {
    return type;
  }

  public String name() {
    return new String(bytes, nameStart, nameEnd - nameStart, UTF_8);
  }

  /** Compares the name with one in UTF-8, without decoding it. */
  public boolean nameIs(byte[] name) {
    return nameEnd - nameStart == name.length
        && Arrays.equals(bytes, nameStart, nameEnd, name, 0, name.length);
  }

  public BsonValue value() {
    if (nameEnd == 0) {
      throw new NoSuchElementException("next() was not called.");
    }
    return BsonValue.view(type, bytes, nameEnd + 1, valueLength);
  }

  int nameStart() {
    return nameStart;
  }

  int nameEnd() {
    return nameEnd;
  }

  byte[] bytes() {
    return bytes;
  }
}
