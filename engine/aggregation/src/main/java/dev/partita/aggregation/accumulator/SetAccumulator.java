package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All values that are there, each once. */
final class SetAccumulator extends Accumulator {

  private static final int ELEMENT_BYTES = 80;

  private final BsonOrder order;
  private final Set<BsonOrder.Key> values = new LinkedHashSet<>();

  SetAccumulator(BsonOrder order) {
    this.order = order;
  }

  @Override
  public void add(@Nullable BsonValue value) {
    if (value != null && values.add(order.key(value.detached()))) {
      hold("$addToSet", value.byteLength() + ELEMENT_BYTES);
    }
  }

  @Override
  public BsonValue result() {
    return BsonArray.of(values.stream().map(BsonOrder.Key::value).toList()).toValue();
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
