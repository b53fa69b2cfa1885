package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Percentiles of the numbers: each is the least one that so large a part of them reaches. */
public final class PercentileAccumulator extends Accumulator {

  private final String name;
  private final List<Double> wanted;
  private final boolean single;
  private double[] numbers = new double[8];
  private int count;

  /**
   * @param wanted parts of 1
   * @param single whether the result is the one percentile, and not a list
   */
  public PercentileAccumulator(String name, List<Double> wanted, boolean single) {
    this.name = name;
    this.wanted = List.copyOf(wanted);
    this.single = single;
  }

  @Override
  public void add(@Nullable BsonValue value) {
    if (value == null || !value.isNumber() || BsonNumbers.isNan(value)) {
      return;
    }
    if (count == numbers.length) {
      hold(name, (long) count * Double.BYTES);
      numbers = Arrays.copyOf(numbers, count * 2);
    }
    numbers[count++] = BsonNumbers.toDouble(value);
  }

  @Override
  public BsonValue result() {
    double[] sorted = Arrays.copyOf(numbers, count);
    Arrays.sort(sorted);
    List<BsonValue> results =
        wanted.stream()
            .map(
                part ->
                    sorted.length == 0
                        ? BsonValue.NULL
                        : BsonValue.float64(sorted[rank(part, sorted.length)]))
            .toList();
    return single ? results.getFirst() : BsonArray.of(results).toValue();
  }

  private static int rank(double part, int count) {
    return Math.clamp((long) Math.ceil(part * count) - 1, 0, count - 1);
  }

  @Override
  public BsonValue partial() {
    byte[] bytes = new byte[count * Double.BYTES];
    ByteBuffer.wrap(bytes).asDoubleBuffer().put(numbers, 0, count);
    return BsonValue.binary(0, bytes);
  }

  @Override
  public void merge(BsonValue partial) {
    DoubleBuffer buffer = ByteBuffer.wrap(partial.asBinary()).asDoubleBuffer();
    while (buffer.hasRemaining()) {
      add(BsonValue.float64(buffer.get()));
    }
  }
}
