package dev.partita.aggregation.stage;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An accumulator over a window. */
record WindowAccumulation(AccumulatorExpression accumulator, WindowBounds bounds)
    implements WindowFunction {

  @Override
  public List<@Nullable BsonValue> compute(WindowPartition partition) {
    List<@Nullable BsonValue> inputs = partition.values(accumulator.argument());
    List<BsonValue> sorted = sorted(partition);
    return bounds.grows() ? growing(partition, inputs, sorted) : moving(partition, inputs, sorted);
  }

  private List<BsonValue> sorted(WindowPartition partition) {
    List<BsonValue> sorted = new ArrayList<>(partition.size());
    if (bounds.range()) {
      for (BsonValue value : partition.sortValues()) {
        bounds.requireComparable(value);
        sorted.add(value == null ? BsonValue.NULL : value);
      }
    } else {
      for (int i = 0; i < partition.size(); i++) {
        sorted.add(BsonValue.NULL);
      }
    }
    return sorted;
  }

  /** What each result says besides the one before is added to the same state. */
  private List<@Nullable BsonValue> growing(
      WindowPartition partition, List<@Nullable BsonValue> inputs, List<BsonValue> sorted) {
    Accumulator state = accumulator.begin(BsonValue.NULL, partition.variables());
    List<@Nullable BsonValue> results = new ArrayList<>(inputs.size());
    @Nullable BsonValue last = null;
    int done = -1;
    int end = 0;
    for (int i = 0; i < inputs.size(); i++) {
      int to = bounds.to(i, sorted);
      while (end < to) {
        state.add(inputs.get(end++));
      }
      if (done != end) {
        last = state.result();
        done = end;
      }
      results.add(last);
    }
    return results;
  }

  private List<@Nullable BsonValue> moving(
      WindowPartition partition, List<@Nullable BsonValue> inputs, List<BsonValue> sorted) {
    List<@Nullable BsonValue> results = new ArrayList<>(inputs.size());
    for (int i = 0; i < inputs.size(); i++) {
      Accumulator state = accumulator.begin(BsonValue.NULL, partition.variables());
      int to = bounds.to(i, sorted);
      for (int k = bounds.from(i, sorted); k < to; k++) {
        state.add(inputs.get(k));
      }
      results.add(state.result());
    }
    return results;
  }
}
