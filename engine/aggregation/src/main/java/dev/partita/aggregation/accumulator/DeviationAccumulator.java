package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The standard deviation of the numbers, of all there are or of a sample (Welford's method). */
final class DeviationAccumulator extends Accumulator {

  private final boolean sample;
  private long count;
  private double mean;
  private double squares;

  DeviationAccumulator(boolean sample) {
    this.sample = sample;
  }

  @Override
  public void add(@Nullable BsonValue value) {
    if (value == null || !value.isNumber()) {
      return;
    }
    double number = BsonNumbers.toDouble(value);
    count++;
    double delta = number - mean;
    mean += delta / count;
    squares += delta * (number - mean);
  }

  @Override
  public BsonValue result() {
    long freedom = sample ? count - 1 : count;
    return freedom <= 0 ? BsonValue.NULL : BsonValue.float64(Math.sqrt(squares / freedom));
  }

  @Override
  public BsonValue partial() {
    return BsonArray.of(
            List.of(BsonValue.int64(count), BsonValue.float64(mean), BsonValue.float64(squares)))
        .toValue();
  }

  @Override
  public void merge(BsonValue partial) {
    List<BsonValue> parts = partial.asArray().values();
    long more = parts.get(0).asInt64();
    if (more == 0) {
      return;
    }
    double delta = parts.get(1).asDouble() - mean;
    long all = count + more;
    squares += parts.get(2).asDouble() + delta * delta * count * more / all;
    mean = (mean * count + parts.get(1).asDouble() * more) / all;
    count = all;
  }
}
