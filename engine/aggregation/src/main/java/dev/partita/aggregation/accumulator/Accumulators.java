package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonOrder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Accumulators of one value by their names. Pure functions. */
public final class Accumulators {

  private interface Ordered {
    Accumulator make(BsonOrder order);
  }

  private static final Map<String, Ordered> UNARY =
      Map.ofEntries(
          Map.entry("$sum", _ -> new SumAccumulator()),
          Map.entry("$avg", _ -> new AverageAccumulator()),
          Map.entry("$min", order -> new ExtremeAccumulator(order, false)),
          Map.entry("$max", order -> new ExtremeAccumulator(order, true)),
          Map.entry("$first", _ -> new EndAccumulator(true)),
          Map.entry("$last", _ -> new EndAccumulator(false)),
          Map.entry("$push", _ -> new PushAccumulator()),
          Map.entry("$addToSet", SetAccumulator::new),
          Map.entry("$mergeObjects", _ -> new MergeAccumulator()),
          Map.entry("$stdDevPop", _ -> new DeviationAccumulator(false)),
          Map.entry("$stdDevSamp", _ -> new DeviationAccumulator(true)));

  private Accumulators() {}

  /** So many of the least, greatest, first or last values, by the name of the operator. */
  public static Accumulator some(String name, BsonOrder order, int wanted) {
    return switch (name) {
      case "$minN" -> new ExtremesAccumulator(name, order, false, wanted);
      case "$maxN" -> new ExtremesAccumulator(name, order, true, wanted);
      case "$firstN" -> new EndsAccumulator(name, true, wanted);
      case "$lastN" -> new EndsAccumulator(name, false, wanted);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The accumulator of a name, with an order for values; null if there is none. */
  public static Accumulator.@Nullable Maker unary(String name, BsonOrder order) {
    Ordered known = UNARY.get(name);
    return known == null ? null : _ -> known.make(order);
  }
}
