package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonValue;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** So many of the first or last values; one that is missing counts as null. */
final class EndsAccumulator extends Accumulator {

  private static final int ELEMENT_BYTES = 40;

  private final String name;
  private final boolean first;
  private final int wanted;
  private final ArrayDeque<BsonValue> values = new ArrayDeque<>();

  EndsAccumulator(String name, boolean first, int wanted) {
    this.name = name;
    this.first = first;
    this.wanted = wanted;
  }

  @Override
  public void add(@Nullable BsonValue value) {
    BsonValue added = orNull(value).detached();
    if (values.size() >= wanted) {
      if (first) {
        return;
      }
      hold(name, -values.removeFirst().byteLength() - ELEMENT_BYTES);
    }
    hold(name, added.byteLength() + ELEMENT_BYTES);
    values.addLast(added);
  }

  @Override
  public BsonValue result() {
    return BsonArray.of(List.copyOf(values)).toValue();
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
