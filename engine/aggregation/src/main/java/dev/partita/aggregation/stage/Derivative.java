package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.DateUnit;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The average rate of change between the ends of a window. */
record Derivative(Expression input, @Nullable DateUnit unit, WindowBounds bounds)
    implements WindowFunction {

  @Override
  public List<@Nullable BsonValue> compute(WindowPartition partition) {
    List<@Nullable BsonValue> values = partition.values(input);
    List<@Nullable BsonValue> sorted = partition.sortValues();
    List<BsonValue> places = new ArrayList<>();
    for (BsonValue each : sorted) {
      bounds.requireComparable(each);
      places.add(each == null ? BsonValue.NULL : each);
    }
    List<@Nullable BsonValue> results = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      int first = bounds.from(i, places);
      int last = bounds.to(i, places) - 1;
      results.add(first > last ? BsonValue.NULL : between(values, sorted, first, last));
    }
    return results;
  }

  private BsonValue between(
      List<@Nullable BsonValue> values, List<@Nullable BsonValue> sorted, int first, int last) {
    boolean dated = unit != null;
    double start = Slope.position("$derivative", sorted.get(first), dated, 5_624_900);
    double end = Slope.position("$derivative", sorted.get(last), dated, 5_624_900);
    double rise = value(values.get(last)) - value(values.get(first));
    double run = end - start;
    if (run == 0) {
      return BsonValue.NULL;
    }
    double rate = rise / run;
    return BsonValue.float64(unit == null ? rate : rate * unit.millisOrZero());
  }

  private static double value(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      throw new MqlException(5_624_903, "$derivative input must not be null or missing");
    }
    if (!value.isNumber()) {
      throw MqlException.typeMismatch(
          "$derivative input must be a number, but found " + value.type().alias());
    }
    return Slope.number(value);
  }
}
