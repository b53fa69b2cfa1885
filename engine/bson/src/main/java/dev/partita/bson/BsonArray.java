package dev.partita.bson;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * An immutable view of the bytes of an array. Reaching an element walks over those before it; what
 * needs many takes {@link #values()}. The names that elements have in the bytes are ignored, as
 * MongoDB does. Safe for use by any number of threads.
 */
public final class BsonArray implements Iterable<BsonValue> {

  public static final BsonArray EMPTY = new BsonArray(new byte[] {5, 0, 0, 0, 0}, 0, 5);

  private final byte[] bytes;
  private final int offset;
  private final int length;

  BsonArray(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  public static BsonArray of(BsonValue... values) {
    return of(Arrays.asList(values));
  }

  public static BsonArray of(Iterable<BsonValue> values) {
    BsonBuilder builder = new BsonBuilder();
    int index = 0;
    for (BsonValue value : values) {
      builder.put(Integer.toString(index++), value);
    }
    return builder.buildArray();
  }

  public BsonCursor cursor() {
    return new BsonCursor(bytes, offset, length);
  }

  /** The element at an index, or null if there is none. */
  public @Nullable BsonValue get(int index) {
    BsonCursor cursor = cursor();
    for (int i = 0; cursor.next(); i++) {
      if (i == index) {
        return cursor.value();
      }
    }
    return null;
  }

  public boolean isEmpty() {
    return length == 5;
  }

  public int size() {
    int size = 0;
    BsonCursor cursor = cursor();
    while (cursor.next()) {
      size++;
    }
    return size;
  }

  /** All elements, for access by index. */
  public List<BsonValue> values() {
    List<BsonValue> values = new ArrayList<>();
    BsonCursor cursor = cursor();
    while (cursor.next()) {
      values.add(cursor.value());
    }
    return values;
  }

  @Override
  public Iterator<BsonValue> iterator() {
    BsonCursor cursor = cursor();
    return new Iterator<>() {
      private boolean more = cursor.next();

      @Override
      public boolean hasNext() {
        return more;
      }

      @Override
      public BsonValue next() {
        if (!more) {
          throw new NoSuchElementException();
        }
        BsonValue value = cursor.value();
        more = cursor.next();
        return value;
      }
    };
  }

  public Stream<BsonValue> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  public int byteLength() {
    return length;
  }

  /** The same bytes as a document, whose names are those of the elements. */
  public BsonDocument asDocument() {
    return new BsonDocument(bytes, offset, length);
  }

  public BsonValue toValue() {
    return BsonValue.view(BsonType.ARRAY, bytes, offset, length);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BsonArray that && asDocument().equals(that.asDocument());
  }

  @Override
  public int hashCode() {
    return toValue().hashCode();
  }

  @Override
  public String toString() {
    return toValue().toString();
  }
}
