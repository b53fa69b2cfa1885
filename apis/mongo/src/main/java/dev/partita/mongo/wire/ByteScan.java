package dev.partita.mongo.wire;

import dev.partita.base.error.DatabaseException;
import dev.partita.bson.BsonDocument;
import dev.partita.mongo.error.MongoError;
import java.nio.charset.StandardCharsets;

/** A position in a message, whose numbers are little-endian. Confined to one thread. */
final class ByteScan {

  private static final int DOCUMENT_BYTES_MIN = 5;

  private final byte[] bytes;
  private final int end;
  private int offset;

  ByteScan(byte[] bytes, int offset, int end) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  boolean atEnd() {
    return offset == end;
  }

  int offset() {
    return offset;
  }

  int u8() {
    require(1);
    return bytes[offset++] & 0xFF;
  }

  int i32() {
    require(Integer.BYTES);
    int value = readInt(bytes, offset);
    offset += Integer.BYTES;
    return value;
  }

  static int readInt(byte[] bytes, int offset) {
    return (bytes[offset] & 0xFF)
        | (bytes[offset + 1] & 0xFF) << 8
        | (bytes[offset + 2] & 0xFF) << 16
        | (bytes[offset + 3] & 0xFF) << 24;
  }

  /** A text that ends with a zero. */
  String text() {
    int start = offset;
    while (u8() != 0) {
      // Its end is where the zero is.
    }
    return new String(bytes, start, offset - start - 1, StandardCharsets.UTF_8);
  }

  BsonDocument document() {
    require(Integer.BYTES);
    int length = readInt(bytes, offset);
    if (length < DOCUMENT_BYTES_MIN || length > end - offset) {
      throw MalformedMessage.of(
          MongoError.INVALID_BSON,
          "A document in the message has an impossible length: " + length + " bytes.");
    }
    try {
      BsonDocument document = BsonDocument.read(bytes, offset, length);
      offset += length;
      return document;
    } catch (DatabaseException e) {
      throw MalformedMessage.of(MongoError.INVALID_BSON, e.getMessage());
    }
  }

  /** The next bytes, of which there must be so many. */
  ByteScan part(int length) {
    if (length < 0 || length > end - offset) {
      throw tooShort();
    }
    ByteScan part = new ByteScan(bytes, offset, offset + length);
    offset += length;
    return part;
  }

  private void require(int count) {
    if (end - offset < count) {
      throw tooShort();
    }
  }

  private static MalformedMessage tooShort() {
    return MalformedMessage.of(
        MongoError.PROTOCOL_ERROR, "A message ends before all that it announces has come.");
  }
}
