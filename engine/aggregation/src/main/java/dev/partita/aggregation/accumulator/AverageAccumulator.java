package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The average of the numbers; null if there are none. */
final class AverageAccumulator extends Accumulator {

  private final NumberSum sum = new NumberSum();
  private long count;

  @Override
  public void add(@Nullable BsonValue value) {
    if (value != null && value.isNumber()) {
      sum.add(value);
      count++;
    }
  }

  @Override
  public BsonValue result() {
    if (count == 0) {
      return BsonValue.NULL;
    }
    return sum.isDecimal()
        ? DecimalArithmetic.divide(sum.value(), BsonValue.int64(count))
        : BsonValue.float64(sum.toDouble() / count);
  }

  @Override
  public BsonValue partial() {
    return BsonArray.of(List.of(sum.state(), BsonValue.int64(count))).toValue();
  }

  @Override
  public void merge(BsonValue partial) {
    List<BsonValue> parts = partial.asArray().values();
    sum.addState(parts.get(0));
    count += parts.get(1).asInt64();
  }
}
