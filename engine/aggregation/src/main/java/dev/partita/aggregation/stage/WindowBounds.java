package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.expression.DateUnit;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.BsonArithmetic;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlException;
import dev.partita.mql.sort.SortPattern;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which documents a window has, seen from each document of a partition. Immutable.
 *
 * @param lower null if the window begins with the partition
 * @param upper null if it ends with the partition
 * @param range whether the bounds are distances of what is sorted by, and not numbers of documents
 * @param unit of distances between dates; null for numbers
 */
record WindowBounds(
    @Nullable BsonValue lower, @Nullable BsonValue upper, boolean range, @Nullable DateUnit unit) {

  static final WindowBounds ALL = new WindowBounds(null, null, false, null);

  /** The document itself, and not those that are equal to it. */
  private static final BsonValue CURRENT = BsonValue.int32(0);

  static WindowBounds parse(BsonValue window, @Nullable SortPattern order) {
    if (!window.isDocument()) {
      throw MqlException.failedToParse("'window' field must be an object");
    }
    BsonElement documents = null;
    BsonElement range = null;
    BsonValue unit = null;
    for (BsonElement option : window.asDocument()) {
      switch (option.name()) {
        case "documents" -> documents = option;
        case "range" -> range = option;
        case "unit" -> unit = option.value();
        default ->
            throw MqlException.failedToParse(
                "'window' field can only contain 'documents' as the only argument or 'range' with"
                    + " an optional 'unit' field");
      }
    }
    if (documents != null && (range != null || unit != null)) {
      throw MqlException.failedToParse(
          "Window bounds can specify either 'documents' or 'unit', not both.");
    }
    if (range != null) {
      return ofRange(range, unit, order);
    }
    return documents == null ? ALL : ofDocuments(documents, order);
  }

  private static List<BsonValue> pair(BsonElement bounds) {
    BsonValue value = bounds.value();
    BsonArray array = value.isArray() ? value.asArray() : BsonArray.EMPTY;
    if (array.size() != 2) {
      throw MqlException.failedToParse(
          "Window bounds must be a 2-element array: " + bounds.name() + ": " + ErrorText.of(value));
    }
    return array.values();
  }

  private static @Nullable BsonValue bound(BsonValue value) {
    if (value.isString() && value.asString().equals("unbounded")) {
      return null;
    }
    if (value.isString() && value.asString().equals("current")) {
      return CURRENT;
    }
    if (!value.isNumber()) {
      throw MqlException.failedToParse(
          "Window bounds must be 'unbounded', 'current', or a number.");
    }
    return value;
  }

  private static WindowBounds ofDocuments(BsonElement bounds, @Nullable SortPattern order) {
    List<BsonValue> given = pair(bounds);
    BsonValue lower = bound(given.get(0));
    BsonValue upper = bound(given.get(1));
    requireWhole(lower);
    requireWhole(upper);
    requireAscending(lower, upper);
    if (order == null && (lower != null || upper != null)) {
      throw new MqlException(5_339_901, "Document-based bounds require a sortBy");
    }
    return new WindowBounds(lower, upper, false, null);
  }

  private static void requireWhole(@Nullable BsonValue bound) {
    Long whole = bound == null ? (Long) 0L : BsonNumbers.exactLong(bound);
    if (whole == null || whole != whole.intValue()) {
      throw MqlException.failedToParse("Numeric document-based bounds must be an integer");
    }
  }

  private static void requireAscending(@Nullable BsonValue lower, @Nullable BsonValue upper) {
    if (lower != null && upper != null && BsonNumbers.compare(lower, upper) > 0) {
      throw new MqlException(
          5_339_900,
          "Lower bound must not exceed upper bound: ["
              + AggregationExpressions.text(lower)
              + ", "
              + AggregationExpressions.text(upper)
              + "]");
    }
  }

  private static WindowBounds ofRange(
      BsonElement bounds, @Nullable BsonValue unit, @Nullable SortPattern order) {
    List<BsonValue> given = pair(bounds);
    BsonValue lower = bound(given.get(0));
    BsonValue upper = bound(given.get(1));
    DateUnit parsed = unit == null ? null : DateUnit.of(unit, 14);
    requireAscending(lower, upper);
    if (order == null || order.fields().size() != 1) {
      throw new MqlException(5_339_902, "Range-based bounds require sortBy a single field");
    }
    if (!order.fields().getFirst().ascending()) {
      throw new MqlException(8_947_401, "Range-based bounds require an ascending sortBy");
    }
    if (parsed != null) {
      requireWhole(lower);
      requireWhole(upper);
    }
    return new WindowBounds(lower, upper, true, parsed);
  }

  @SuppressWarnings("ReferenceEquality") // A distance of zero is something else.
  private static boolean isCurrent(BsonValue bound) {
    return bound == CURRENT;
  }

  /** Whether the window begins with the partition, so that it only grows. */
  boolean grows() {
    return lower == null;
  }

  /** The first of a window, seen from a document; the number of documents if there is none. */
  int from(int index, List<BsonValue> sorted) {
    if (lower == null) {
      return 0;
    }
    if (!range || isCurrent(lower)) {
      return Math.clamp(index + BsonNumbers.truncated(lower), 0, sorted.size());
    }
    BsonValue least = moved(sorted.get(index), lower);
    int at = index;
    while (at > 0 && BsonOrder.SIMPLE.compare(sorted.get(at - 1), least) >= 0) {
      at--;
    }
    while (at < sorted.size() && BsonOrder.SIMPLE.compare(sorted.get(at), least) < 0) {
      at++;
    }
    return at;
  }

  /** The document behind the last of a window. */
  int to(int index, List<BsonValue> sorted) {
    if (upper == null) {
      return sorted.size();
    }
    if (!range || isCurrent(upper)) {
      return Math.clamp(index + BsonNumbers.truncated(upper) + 1, 0, sorted.size());
    }
    BsonValue most = moved(sorted.get(index), upper);
    int at = index;
    while (at < sorted.size() && BsonOrder.SIMPLE.compare(sorted.get(at), most) <= 0) {
      at++;
    }
    while (at > 0 && BsonOrder.SIMPLE.compare(sorted.get(at - 1), most) > 0) {
      at--;
    }
    return at;
  }

  private BsonValue moved(BsonValue value, BsonValue distance) {
    if (unit != null) {
      return BsonValue.date(
          unit.add(value.asDateMillis(), BsonNumbers.truncated(distance), ZoneOffset.UTC));
    }
    return Objects.requireNonNullElseGet(
        BsonArithmetic.add(value, distance),
        () -> BsonValue.float64(BsonNumbers.toDouble(value) + BsonNumbers.toDouble(distance)));
  }

  /** Fails for values that distances cannot be added to. */
  void requireComparable(@Nullable BsonValue value) {
    if (!range) {
      return;
    }
    if (unit != null && (value == null || value.type() != BsonType.DATE)) {
      throw new MqlException(
          5_429_513,
          "Invalid range: Expected the sortBy field to be a Date, but it was " + type(value));
    }
    if (unit == null && (value == null || !value.isNumber())) {
      throw new MqlException(
          5_429_414,
          "Invalid range: Expected the sortBy field to be a number, but it was " + type(value));
    }
  }

  private static String type(@Nullable BsonValue value) {
    return value == null ? "missing" : value.type().alias();
  }
}
