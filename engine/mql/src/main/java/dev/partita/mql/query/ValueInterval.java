package dev.partita.mql.query;

import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** An interval of values in their order. */
public record ValueInterval(
    BsonValue low, boolean lowInclusive, BsonValue high, boolean highInclusive) {

  static final ValueInterval ALL =
      new ValueInterval(BsonValue.MIN_KEY, true, BsonValue.MAX_KEY, true);

  static ValueInterval point(BsonValue value) {
    return new ValueInterval(value, true, value, true);
  }

  /** Whether the interval is one value. */
  public boolean isPoint() {
    return lowInclusive && highInclusive && low.equals(high);
  }

  /** The value of an interval that is one; null otherwise. */
  public @Nullable BsonValue onlyValue() {
    return isPoint() ? low : null;
  }
}
