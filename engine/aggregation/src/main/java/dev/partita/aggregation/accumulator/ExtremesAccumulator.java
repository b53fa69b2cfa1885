package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** So many of the least or greatest values but null, in their order. */
final class ExtremesAccumulator extends Accumulator {

  private static final int ELEMENT_BYTES = 56;

  private record Numbered(BsonValue value, long number) {}

  private final String name;
  private final int wanted;
  private final Comparator<Numbered> order;
  private final PriorityQueue<Numbered> worstFirst;
  private long number;

  ExtremesAccumulator(String name, BsonOrder order, boolean greatest, int wanted) {
    this.name = name;
    this.wanted = wanted;
    Comparator<BsonValue> byValue = greatest ? order.reversed() : order;
    this.order = Comparator.comparing(Numbered::value, byValue).thenComparingLong(Numbered::number);
    this.worstFirst = new PriorityQueue<>(this.order.reversed());
  }

  @Override
  public void add(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return;
    }
    Numbered added = new Numbered(value.detached(), number++);
    if (worstFirst.size() >= wanted) {
      Numbered worst = worstFirst.element();
      if (order.compare(added, worst) >= 0) {
        return;
      }
      worstFirst.remove();
      hold(name, -worst.value().byteLength() - ELEMENT_BYTES);
    }
    hold(name, value.byteLength() + ELEMENT_BYTES);
    worstFirst.add(added);
  }

  @Override
  public BsonValue result() {
    List<BsonValue> sorted = worstFirst.stream().sorted(order).map(Numbered::value).toList();
    return BsonArray.of(sorted).toValue();
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
