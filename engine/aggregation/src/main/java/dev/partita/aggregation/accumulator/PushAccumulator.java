package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All values that are there, in their order. */
final class PushAccumulator extends Accumulator {

  private static final int ELEMENT_BYTES = 40;

  private final List<BsonValue> values = new ArrayList<>();

  @Override
  public void add(@Nullable BsonValue value) {
    if (value != null) {
      hold("$push", value.byteLength() + ELEMENT_BYTES);
      values.add(value.detached());
    }
  }

  @Override
  public BsonValue result() {
    return BsonArray.of(values).toValue();
  }

  @Override
  public BsonValue partial() {
    return result();
  }

  @Override
  public void merge(BsonValue partial) {
    partial.asArray().forEach(this::add);
  }
}
