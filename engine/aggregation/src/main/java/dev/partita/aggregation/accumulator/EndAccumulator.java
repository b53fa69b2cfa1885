package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The first or the last value, whatever it is. */
final class EndAccumulator extends Accumulator {

  private final boolean first;
  private boolean any;
  private @Nullable BsonValue value;

  EndAccumulator(boolean first) {
    this.first = first;
  }

  @Override
  public void add(@Nullable BsonValue next) {
    if (any && first) {
      return;
    }
    any = true;
    hold(
        first ? "$first" : "$last",
        (next == null ? 0 : next.byteLength()) - (value == null ? 0 : value.byteLength()));
    value = next == null ? null : next.detached();
  }

  @Override
  public BsonValue result() {
    return orNull(value);
  }

  /** An array of the value; an empty one if there was none at all. */
  @Override
  public BsonValue partial() {
    return any ? BsonArray.of(orNull(value)).toValue() : BsonValue.EMPTY_ARRAY;
  }

  @Override
  public void merge(BsonValue partial) {
    partial.asArray().forEach(this::add);
  }
}
