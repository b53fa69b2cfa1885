package dev.partita.aggregation.stage;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import org.jspecify.annotations.Nullable;

/** Numbers of what documents are sorted by, along which rates are taken. Pure functions. */
final class Slope {

  private Slope() {}

  /**
   * A date in milliseconds, or a number.
   *
   * @param dated whether it has to be a date, since there is a unit
   */
  static double position(String name, @Nullable BsonValue sorted, boolean dated, int code) {
    boolean date = sorted != null && sorted.type() == BsonType.DATE;
    if (dated && !date) {
      throw new MqlException(code, name + " with 'unit' expects the sortBy field to be a Date");
    }
    if (!dated && date) {
      throw new MqlException(code + 1, name + " where the sortBy is a Date requires an 'unit'");
    }
    if (!dated && (sorted == null || !sorted.isNumber())) {
      throw new MqlException(
          code + 2, name + " where the sortBy is not a Date requires a numeric sortBy");
    }
    return number(sorted);
  }

  /** A date in milliseconds, or a number. */
  static double number(@Nullable BsonValue value) {
    if (value == null) {
      return 0;
    }
    return value.type() == BsonType.DATE ? value.asDateMillis() : BsonNumbers.toDouble(value);
  }
}
