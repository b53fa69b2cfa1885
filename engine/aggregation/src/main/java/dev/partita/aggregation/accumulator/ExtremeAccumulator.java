package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The least or greatest value but null; null if there is none. */
final class ExtremeAccumulator extends Accumulator {

  private final BsonOrder order;
  private final boolean greatest;
  private @Nullable BsonValue best;

  ExtremeAccumulator(BsonOrder order, boolean greatest) {
    this.order = order;
    this.greatest = greatest;
  }

  @Override
  public void add(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return;
    }
    BsonValue before = best;
    int compared = before == null ? 0 : order.compare(value, before);
    if (before == null || (greatest ? compared > 0 : compared < 0)) {
      hold(
          greatest ? "$max" : "$min",
          value.byteLength() - (before == null ? 0 : before.byteLength()));
      best = value.detached();
    }
  }

  @Override
  public BsonValue result() {
    return orNull(best);
  }

  @Override
  public BsonValue partial() {
    return orNull(best);
  }

  @Override
  public void merge(BsonValue partial) {
    add(partial);
  }
}
