package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The sum of the numbers. */
final class SumAccumulator extends Accumulator {

  private final NumberSum sum = new NumberSum();

  @Override
  public void add(@Nullable BsonValue value) {
    if (value != null && value.isNumber()) {
      sum.add(value);
    }
  }

  @Override
  public BsonValue result() {
    return sum.value();
  }

  @Override
  public BsonValue partial() {
    return sum.state();
  }

  @Override
  public void merge(BsonValue partial) {
    sum.addState(partial);
  }
}
