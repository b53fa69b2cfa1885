package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.DateUnit;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The area under the values of a window (trapezoids). */
record Integral(Expression input, @Nullable DateUnit unit, WindowBounds bounds)
    implements WindowFunction {

  @Override
  public List<@Nullable BsonValue> compute(WindowPartition partition) {
    List<@Nullable BsonValue> values = partition.values(input);
    List<@Nullable BsonValue> sorted = partition.sortValues();
    List<BsonValue> places = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      BsonValue place = sorted.get(i);
      requireNumbers(values.get(i), place);
      bounds.requireComparable(place);
      places.add(place == null ? BsonValue.NULL : place);
    }
    List<@Nullable BsonValue> results = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      results.add(area(values, places, bounds.from(i, places), bounds.to(i, places)));
    }
    return results;
  }

  private void requireNumbers(@Nullable BsonValue value, @Nullable BsonValue place) {
    boolean date = place != null && place.type() == BsonType.DATE;
    boolean known = value != null && value.isNumber();
    if (!known || place == null || !(date || place.isNumber())) {
      throw new MqlException(
          5_423_900,
          "The input value of $integral window function must be a vector of 2 value, the first"
              + " value must be numeric or date type and the second must be numeric.");
    }
    if (date && unit == null) {
      throw new MqlException(
          5_423_902, "$integral (no 'unit' specified) expects the sortBy field to be numeric");
    }
    if (!date && unit != null) {
      throw new MqlException(
          5_423_901, "$integral with 'unit' expects the sortBy field to be a Date");
    }
  }

  private BsonValue area(
      List<@Nullable BsonValue> values, List<BsonValue> places, int from, int to) {
    if (from >= to) {
      return BsonValue.NULL;
    }
    if (to - from == 1) {
      return BsonValue.int32(0);
    }
    double area = 0;
    for (int i = from + 1; i < to; i++) {
      double width = Slope.number(places.get(i)) - Slope.number(places.get(i - 1));
      area += width * (Slope.number(values.get(i)) + Slope.number(values.get(i - 1))) / 2;
    }
    return BsonValue.float64(unit == null ? area : area / unit.millisOrZero());
  }
}
