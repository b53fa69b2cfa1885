package dev.partita.bson;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * MongoDB's total order of values: first by type, numbers among each other by value, documents
 * field by field, arrays element by element, and strings by their bytes or by a collation. Values
 * that are equal in it have the same hash. Immutable; safe for use by any number of threads.
 */
public final class BsonOrder implements Comparator<BsonValue> {

  /** Strings by their bytes. */
  public static final BsonOrder SIMPLE = new BsonOrder(null);

  private final @Nullable StringOrder strings;

  private BsonOrder(@Nullable StringOrder strings) {
    this.strings = strings;
  }

  /** The order with a collation for strings; null is none. */
  public static BsonOrder of(@Nullable StringOrder strings) {
    return strings == null ? SIMPLE : new BsonOrder(strings);
  }

  /** The collation, or null. */
  public @Nullable StringOrder strings() {
    return strings;
  }

  @Override
  public int compare(BsonValue first, BsonValue second) {
    int byType = Integer.compare(first.type().orderClass(), second.type().orderClass());
    if (byType != 0) {
      return byType;
    }
    return switch (first.type()) {
      case MIN_KEY, MAX_KEY, NULL, UNDEFINED -> 0;
      case INT32, INT64, DOUBLE, DECIMAL128 -> BsonNumbers.compare(first, second);
      case STRING, SYMBOL -> compareStrings(first, second);
      case JAVASCRIPT -> compareText(first, second);
      case DOCUMENT -> compareFields(first.cursor(), second.cursor(), true);
      case ARRAY -> compareFields(first.cursor(), second.cursor(), false);
      case BINARY, DB_POINTER -> {
        int byLength = Integer.compare(first.byteLength(), second.byteLength());
        yield byLength != 0 ? byLength : compareBytes(first, second, 4);
      }
      case OBJECT_ID, REGEX -> compareBytes(first, second, 0);
      case BOOLEAN, DATE -> Long.compare(first.scalar(), second.scalar());
      case TIMESTAMP -> Long.compareUnsigned(first.scalar(), second.scalar());
      case JAVASCRIPT_WITH_SCOPE -> {
        int byCode =
            SIMPLE.compare(
                BsonValue.string(first.scopedCode()), BsonValue.string(second.scopedCode()));
        yield byCode != 0
            ? byCode
            : compareFields(first.scope().cursor(), second.scope().cursor(), true);
      }
    };
  }

  /** Compares documents field by field. */
  public int compare(BsonDocument first, BsonDocument second) {
    return compareFields(first.cursor(), second.cursor(), true);
  }

  /** Whether two values are equal to queries: 1 and 1.0 are. */
  public boolean equal(BsonValue first, BsonValue second) {
    return compare(first, second) == 0;
  }

  private int compareFields(BsonCursor first, BsonCursor second, boolean names) {
    while (true) {
      boolean more = first.next();
      if (!second.next()) {
        return more ? 1 : 0;
      }
      if (!more) {
        return -1;
      }
      int order = Integer.compare(first.type().orderClass(), second.type().orderClass());
      if (order == 0 && names) {
        order =
            Arrays.compareUnsigned(
                first.bytes(),
                first.nameStart(),
                first.nameEnd(),
                second.bytes(),
                second.nameStart(),
                second.nameEnd());
      }
      if (order == 0) {
        order = compare(first.value(), second.value());
      }
      if (order != 0) {
        return order;
      }
    }
  }

  private int compareStrings(BsonValue first, BsonValue second) {
    return strings == null
        ? compareText(first, second)
        : strings.compare(first.asString(), second.asString());
  }

  /** Compares texts by their bytes, without the length in front and the zero at the end. */
  private static int compareText(BsonValue first, BsonValue second) {
    return Arrays.compareUnsigned(
        first.bytes(),
        first.offset() + 4,
        first.offset() + first.byteLength() - 1,
        second.bytes(),
        second.offset() + 4,
        second.offset() + second.byteLength() - 1);
  }

  private static int compareBytes(BsonValue first, BsonValue second, int from) {
    return Arrays.compareUnsigned(
        first.bytes(),
        first.offset() + from,
        first.offset() + first.byteLength(),
        second.bytes(),
        second.offset() + from,
        second.offset() + second.byteLength());
  }

  /** Hash that is the same for values that are equal in this order. */
  public int hash(BsonValue value) {
    int seed = value.type().orderClass() * 31;
    return seed
        + switch (value.type()) {
          case MIN_KEY, MAX_KEY, NULL, UNDEFINED -> 0;
          case INT32, INT64, DOUBLE, DECIMAL128 -> BsonNumbers.hash(value);
          case STRING, SYMBOL ->
              strings == null
                  ? textHash(value)
                  : Arrays.hashCode(strings.sortKey(value.asString()));
          case DOCUMENT, ARRAY -> hash(value.cursor(), value.isDocument());
          case BOOLEAN, DATE, TIMESTAMP -> Long.hashCode(value.scalar());
          case JAVASCRIPT_WITH_SCOPE ->
              31 * value.scopedCode().hashCode() + hash(value.scope().cursor(), true);
          default -> value.hashCode();
        };
  }

  private static int textHash(BsonValue value) {
    int hash = 0;
    int end = value.offset() + value.byteLength();
    for (int i = value.offset(); i < end; i++) {
      hash = 31 * hash + value.bytes()[i];
    }
    return hash;
  }

  private int hash(BsonCursor cursor, boolean names) {
    int hash = 1;
    while (cursor.next()) {
      if (names) {
        for (int i = cursor.nameStart(); i < cursor.nameEnd(); i++) {
          hash = 31 * hash + cursor.bytes()[i];
        }
      }
      hash = 31 * hash + hash(cursor.value());
    }
    return hash;
  }

  /** The value as a key of hash maps, by the equality of this order. */
  public Key key(BsonValue value) {
    return new Key(this, value);
  }

  /** A value that is equal to others as queries see it. */
  public static final class Key {
    private final BsonOrder order;
    private final BsonValue value;
    private final int hash;

    private Key(BsonOrder order, BsonValue value) {
      this.order = order;
      this.value = value;
      this.hash = order.hash(value);
    }

    public BsonValue value() {
      return value;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that && hash == that.hash && order.equal(value, that.value);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
