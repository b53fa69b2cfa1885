package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Writer of a document or an array, field by field, nested ones included. Not for use by several
 * threads, and not after {@link #build}.
 */
public final class BsonBuilder {

  private byte[] buffer;
  private int length;
  // Where the open documents begin, and the next index of those that are arrays.
  private int[] starts = new int[8];
  private int[] nextIndexes = new int[8];
  private int depth;

  public BsonBuilder() {
    this(128);
  }

  public BsonBuilder(int capacity) {
    buffer = new byte[Math.max(capacity, 16)];
    open();
  }

  /**
   * Adds a field.
   *
   * @throws IllegalArgumentException if the name contains a zero character
   */
  public BsonBuilder put(String name, BsonValue value) {
    head(value.type(), name);
    return body(value);
  }

  public BsonBuilder put(String name, String value) {
    return put(name, BsonValue.string(value));
  }

  public BsonBuilder put(String name, int value) {
    return put(name, BsonValue.int32(value));
  }

  public BsonBuilder put(String name, long value) {
    return put(name, BsonValue.int64(value));
  }

  public BsonBuilder put(String name, double value) {
    return put(name, BsonValue.float64(value));
  }

  public BsonBuilder put(String name, boolean value) {
    return put(name, BsonValue.of(value));
  }

  public BsonBuilder put(String name, BsonDocument value) {
    return put(name, value.toValue());
  }

  public BsonBuilder put(String name, BsonArray value) {
    return put(name, value.toValue());
  }

  /** Adds the element that a cursor stands at, without decoding it. */
  public BsonBuilder put(BsonCursor element) {
    int nameLength = element.nameEnd() - element.nameStart();
    reserve(nameLength + 2);
    buffer[length++] = element.type().code();
    System.arraycopy(element.bytes(), element.nameStart(), buffer, length, nameLength + 1);
    length += nameLength + 1;
    return body(element.value());
  }

  /** Adds all fields of a document. */
  public BsonBuilder putAll(BsonDocument document) {
    BsonCursor cursor = document.cursor();
    while (cursor.next()) {
      put(cursor);
    }
    return this;
  }

  /** Adds an element to the array that is open. */
  public BsonBuilder add(BsonValue value) {
    return put(Integer.toString(nextIndexes[depth - 1]++), value);
  }

  /** Begins a document as the value of a field; what follows goes into it until {@link #end}. */
  public BsonBuilder startDocument(String name) {
    head(BsonType.DOCUMENT, name);
    return open();
  }

  public BsonBuilder startArray(String name) {
    head(BsonType.ARRAY, name);
    return open();
  }

  /** Begins a document as an element of the array that is open. */
  public BsonBuilder startDocument() {
    return startDocument(Integer.toString(nextIndexes[depth - 1]++));
  }

  public BsonBuilder startArray() {
    return startArray(Integer.toString(nextIndexes[depth - 1]++));
  }

  /** Ends the document or array that was begun last. */
  public BsonBuilder end() {
    if (depth == 1) {
      throw new IllegalStateException("Nothing is open but the document itself.");
    }
    close();
    return this;
  }

  /** Bytes so far, of all that is open. */
  public int byteLength() {
    return length;
  }

  public BsonDocument build() {
    return new BsonDocument(finish(), 0, length);
  }

  /** The whole as an array, whose elements were added with {@link #add}. */
  public BsonArray buildArray() {
    return new BsonArray(finish(), 0, length);
  }

  private byte[] finish() {
    if (depth != 1) {
      throw new IllegalStateException("A nested document or array is still open.");
    }
    close();
    // A view of more than it needs would keep the rest of the buffer in memory.
    return length < buffer.length ? Arrays.copyOf(buffer, length) : buffer;
  }

  private BsonBuilder open() {
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, depth * 2);
      nextIndexes = Arrays.copyOf(nextIndexes, depth * 2);
    }
    starts[depth] = length;
    nextIndexes[depth] = 0;
    depth++;
    reserve(4);
    length += 4;
    return this;
  }

  private void close() {
    reserve(1);
    buffer[length++] = 0;
    int start = starts[--depth];
    LittleEndian.putInt32(buffer, start, length - start);
  }

  private void head(BsonType type, String name) {
    if (name.indexOf(0) >= 0) {
      throw new IllegalArgumentException("The name of a field cannot contain a zero character.");
    }
    byte[] bytes = name.getBytes(UTF_8);
    reserve(bytes.length + 2);
    buffer[length++] = type.code();
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
    buffer[length++] = 0;
  }

  private BsonBuilder body(BsonValue value) {
    reserve(value.byteLength());
    value.copyTo(buffer, length);
    length += value.byteLength();
    return this;
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
