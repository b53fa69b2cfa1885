package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The outputs of the documents that come first or last in an order. Its values are documents with
 * the fields {@link #SORTED}, which is compared, and {@link #OUTPUT}.
 */
public final class TopAccumulator extends Accumulator {

  public static final String SORTED = "s";
  public static final String OUTPUT = "o";

  private static final int ELEMENT_BYTES = 56;

  private record Numbered(BsonDocument value, BsonDocument sorted, long number) {}

  private final String name;
  private final boolean top;
  private final int wanted;
  private final boolean single;
  private final Comparator<Numbered> order;
  private final PriorityQueue<Numbered> worstFirst;
  private long number;

  /**
   * @param order of what is sorted by
   * @param single whether the result is the one output, and not a list
   */
  public TopAccumulator(
      String name, Comparator<BsonDocument> order, boolean top, int wanted, boolean single) {
    this.name = name;
    this.top = top;
    this.wanted = wanted;
    this.single = single;
    this.order = Comparator.comparing(Numbered::sorted, order).thenComparingLong(Numbered::number);
    this.worstFirst = new PriorityQueue<>(top ? this.order.reversed() : this.order);
  }

  @Override
  public void add(@Nullable BsonValue value) {
    BsonDocument document = Objects.requireNonNull(value).asDocument();
    BsonDocument sorted = Objects.requireNonNull(document.get(SORTED)).asDocument();
    Numbered added = new Numbered(document, sorted, number++);
    if (worstFirst.size() >= wanted) {
      Numbered worst = worstFirst.element();
      int compared = order.compare(added, worst);
      if (top ? compared >= 0 : compared <= 0) {
        return;
      }
      worstFirst.remove();
      hold(name, -worst.value().byteLength() - ELEMENT_BYTES);
    }
    hold(name, document.byteLength() + ELEMENT_BYTES);
    worstFirst.add(added);
  }

  private List<Numbered> inOrder() {
    List<Numbered> all = new ArrayList<>(worstFirst);
    all.sort(order);
    return all;
  }

  @Override
  public BsonValue result() {
    List<BsonValue> outputs =
        inOrder().stream().map(each -> orNull(each.value().get(OUTPUT))).toList();
    if (!single) {
      return BsonArray.of(outputs).toValue();
    }
    return outputs.isEmpty() ? BsonValue.NULL : outputs.getFirst();
  }

  @Override
  public BsonValue partial() {
    return BsonArray.of(
            worstFirst.stream()
                .sorted(Comparator.comparingLong(Numbered::number))
                .map(each -> each.value().toValue())
                .toList())
        .toValue();
  }

  @Override
  public void merge(BsonValue partial) {
    partial.asArray().forEach(this::add);
  }
}
