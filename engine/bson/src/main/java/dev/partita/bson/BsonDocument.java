package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.error.DatabaseException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of the bytes of a document. Fields keep their order. A name may occur twice, as
 * in MongoDB: the first one is found by name, all are iterated. Two documents are equal if their
 * bytes are; {@link BsonOrder} has the equality of queries. Safe for use by any number of threads.
 */
public final class BsonDocument implements Iterable<BsonElement> {

  public static final BsonDocument EMPTY = new BsonDocument(new byte[] {5, 0, 0, 0, 0}, 0, 5);

  private final byte[] bytes;
  private final int offset;
  private final int length;

  BsonDocument(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  /**
   * Reads a document that comes from outside; all of it is validated.
   *
   * @throws DatabaseException BAD_REQUEST if the bytes are not one valid document
   */
  public static BsonDocument read(byte[] bytes) {
    return read(bytes, 0, bytes.length);
  }

  /** Reads the document that takes exactly this range of bytes, which nobody changes any more. */
  public static BsonDocument read(byte[] bytes, int offset, int length) {
    BsonValidator.validate(bytes, offset, length);
    return new BsonDocument(bytes, offset, length);
  }

  /** The document at an offset of bytes that were validated before they were stored. */
  public static BsonDocument trusted(byte[] bytes, int offset) {
    return new BsonDocument(bytes, offset, LittleEndian.int32(bytes, offset));
  }

  public static BsonBuilder builder() {
    return new BsonBuilder();
  }

  /** A document of one field. */
  public static BsonDocument of(String name, BsonValue value) {
    return builder().put(name, value).build();
  }

  public BsonCursor cursor() {
    return new BsonCursor(bytes, offset, length);
  }

  /** The value of the first field of this name, or null if there is none. */
  public @Nullable BsonValue get(String name) {
    return get(name.getBytes(UTF_8));
  }

  /** The value of the first field of this name in UTF-8, or null if there is none. */
  public @Nullable BsonValue get(byte[] name) {
    BsonCursor cursor = cursor();
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return cursor.value();
      }
    }
    return null;
  }

  public boolean has(String name) {
    return get(name) != null;
  }

  public boolean isEmpty() {
    return length == 5;
  }

  /** Number of fields, which are counted by walking over them. */
  public int size() {
    int size = 0;
    BsonCursor cursor = cursor();
    while (cursor.next()) {
      size++;
    }
    return size;
  }

  /** The first field. Fails if the document is empty. */
  public BsonElement first() {
    return iterator().next();
  }

  @Override
  public Iterator<BsonElement> iterator() {
    BsonCursor cursor = cursor();
    return new Iterator<>() {
      private boolean more = cursor.next();

      @Override
      public boolean hasNext() {
        return more;
      }

      @Override
      public BsonElement next() {
        if (!more) {
          throw new NoSuchElementException();
        }
        BsonElement element = new BsonElement(cursor.name(), cursor.value());
        more = cursor.next();
        return element;
      }
    };
  }

  public Stream<BsonElement> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  public int byteLength() {
    return length;
  }

  /** A copy of the bytes. */
  public byte[] toBytes() {
    return Arrays.copyOfRange(bytes, offset, offset + length);
  }

  /** Copies the bytes to an offset of an array. */
  public void copyTo(byte[] target, int targetOffset) {
    System.arraycopy(bytes, offset, target, targetOffset, length);
  }

  public BsonValue toValue() {
    return BsonValue.view(BsonType.DOCUMENT, bytes, offset, length);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BsonDocument that
        && Arrays.equals(
            bytes, offset, offset + length, that.bytes, that.offset, that.offset + that.length);
  }

  @Override
  public int hashCode() {
    return toValue().hashCode();
  }

  /** The document as relaxed Extended JSON, for people. */
  @Override
  public String toString() {
    return ExtendedJson.relaxed(this);
  }
}
