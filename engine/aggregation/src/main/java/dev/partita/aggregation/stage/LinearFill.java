package dev.partita.aggregation.stage;

import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is missing between two values lies on the line between them. */
record LinearFill(Expression input) implements WindowFunction {

  @Override
  public List<@Nullable BsonValue> compute(WindowPartition partition) {
    List<@Nullable BsonValue> values = partition.values(input);
    List<@Nullable BsonValue> sorted = partition.sortValues();
    List<@Nullable BsonValue> filled = new ArrayList<>(values.size());
    int known = -1;
    for (int i = 0; i < values.size(); i++) {
      requirePlace(sorted, i);
      BsonValue value = values.get(i);
      if (value == null || value.isNullish()) {
        filled.add(BsonValue.NULL);
        continue;
      }
      if (!value.isNumber()) {
        throw MqlException.typeMismatch(
            "Value to be filled must be numeric or nullish, but found " + value.type().alias());
      }
      filled.add(value);
      for (int k = known + 1; known >= 0 && k < i; k++) {
        filled.set(k, between(sorted, values, known, i, k));
      }
      known = i;
    }
    return filled;
  }

  private static void requirePlace(List<@Nullable BsonValue> sorted, int index) {
    BsonValue place = sorted.get(index);
    if (place == null || !(place.isNumber() || place.type() == BsonType.DATE)) {
      throw MqlException.typeMismatch(
          "$linearFill expects the sortBy field to be numeric or a date, but found "
              + (place == null ? "missing" : place.type().alias()));
    }
    BsonValue before = index == 0 ? null : sorted.get(index - 1);
    if (before != null && BsonOrder.SIMPLE.equal(before, place)) {
      throw new MqlException(6_050_106, "There can be no repeated values in the sort field");
    }
  }

  private static BsonValue between(
      List<@Nullable BsonValue> sorted,
      List<@Nullable BsonValue> values,
      int left,
      int right,
      int at) {
    double start = Slope.number(sorted.get(left));
    double width = Slope.number(sorted.get(right)) - start;
    double low = Slope.number(values.get(left));
    double high = Slope.number(values.get(right));
    return BsonValue.float64(low + (Slope.number(sorted.get(at)) - start) * ((high - low) / width));
  }
}
