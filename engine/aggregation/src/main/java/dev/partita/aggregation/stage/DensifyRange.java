package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.DateUnit;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.BsonArithmetic;
import dev.partita.mql.MqlException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which values a series has. Immutable.
 *
 * @param unit of the step between dates; null for numbers
 * @param lower the first value; null if that is the least that there is
 * @param upper what all values are below; null for the greatest that there is
 */
record DensifyRange(
    Kind kind,
    BsonValue step,
    @Nullable DateUnit unit,
    @Nullable BsonValue lower,
    @Nullable BsonValue upper) {

  /** Whose least and greatest value bound a series. */
  enum Kind {
    FULL,
    PARTITION,
    EXPLICIT
  }

  private static final int BAD_BOUNDS = 5_733_402;

  static DensifyRange parse(BsonDocument given) {
    StageOptions options = new StageOptions("$densify.range", given);
    BsonValue step = options.required("step");
    BsonValue bounds = options.required("bounds");
    BsonValue unit = options.value("unit");
    options.finish();
    if (!step.isNumber() || BsonNumbers.toDouble(step) <= 0) {
      throw new MqlException(
          5_733_401,
          "The step parameter in a range statement must be a strictly positive numeric value");
    }
    DateUnit parsed = unit == null ? null : DateUnit.of(unit, 14);
    if (parsed != null && BsonNumbers.exactLong(step) == null) {
      throw new MqlException(
          6_586_400,
          "The step parameter in a range statement must be a whole number when densifying a date"
              + " range");
    }
    if (bounds.isString()) {
      return new DensifyRange(kind(bounds.asString()), step, parsed, null, null);
    }
    return explicit(bounds, step, parsed);
  }

  private static Kind kind(String bounds) {
    return switch (bounds) {
      case "full" -> Kind.FULL;
      case "partition" -> Kind.PARTITION;
      default ->
          throw new MqlException(5_946_802, "Bounds string must either be 'full' or 'partition'");
    };
  }

  private static DensifyRange explicit(BsonValue bounds, BsonValue step, @Nullable DateUnit unit) {
    if (!bounds.isArray()) {
      throw new MqlException(
          5_733_404,
          "The bounds in a range statement must be the string 'full', 'partition', or an ascending"
              + " array of two numbers or two dates");
    }
    List<BsonValue> ends = bounds.asArray().values();
    if (ends.size() != 2) {
      throw new MqlException(
          5_733_403, "A bounding array in a range statement must have exactly two elements");
    }
    BsonValue lower = ends.get(0);
    BsonValue upper = ends.get(1);
    boolean dates = lower.type() == BsonType.DATE && upper.type() == BsonType.DATE;
    boolean numbers = lower.isNumber() && upper.isNumber();
    if (!(dates || numbers) || BsonOrder.SIMPLE.compare(lower, upper) > 0) {
      throw new MqlException(
          BAD_BOUNDS,
          "A bounding array must be an ascending array of either two dates or two numbers");
    }
    if (dates && unit == null) {
      throw new MqlException(5_733_410, "A bounding array of dates must specify a unit");
    }
    if (numbers && unit != null) {
      throw new MqlException(5_733_409, "A bounding array of numbers must not specify a unit");
    }
    if (numbers && (lower.type() != upper.type() || lower.type() != step.type())) {
      throw new MqlException(
          5_876_900, "Upper bound, lower bound, and step must all have the same type");
    }
    return new DensifyRange(Kind.EXPLICIT, step, unit, lower, upper);
  }

  boolean isWithinPartitions() {
    return kind == Kind.PARTITION;
  }

  @Nullable BsonValue explicitStart() {
    return lower;
  }

  /** The first value of a series, seen from its first document. */
  BsonValue start(@Nullable BsonValue least, BsonValue first) {
    return switch (kind) {
      case FULL -> least == null ? first : least;
      case PARTITION -> first;
      case EXPLICIT -> Objects.requireNonNull(lower);
    };
  }

  /** Whether a value of a series is not behind its end, before a greater one is there. */
  boolean isBelowEnd(BsonValue value) {
    return upper == null || BsonOrder.SIMPLE.compare(value, upper) < 0;
  }

  /** Whether a value is still wanted when there are no more documents. */
  boolean isMissing(BsonValue value, @Nullable BsonValue greatest) {
    return upper != null
        ? BsonOrder.SIMPLE.compare(value, upper) < 0
        : greatest != null && BsonOrder.SIMPLE.compare(value, greatest) <= 0;
  }

  BsonValue after(BsonValue value) {
    if (unit != null) {
      return BsonValue.date(
          unit.add(value.asDateMillis(), BsonNumbers.truncated(step), ZoneOffset.UTC));
    }
    return Objects.requireNonNullElseGet(
        BsonArithmetic.add(value, step),
        () -> BsonValue.float64(BsonNumbers.toDouble(value) + BsonNumbers.toDouble(step)));
  }

  /** Fails for values that are in no such series. */
  void requireFits(BsonValue value) {
    boolean date = value.type() == BsonType.DATE;
    if (!date && !value.isNumber()) {
      throw new MqlException(5_733_201, "Densify field type must be numeric or a date");
    }
    if (!date && unit != null) {
      throw new MqlException(
          6_053_600, "Encountered numeric densify value in collection when step has a date unit.");
    }
    if (date && unit == null) {
      throw new MqlException(
          6_053_600,
          "Encountered date densify value in collection when step does not have a date unit.");
    }
  }
}
