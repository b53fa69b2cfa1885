package dev.partita.aggregation.stage;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the two numbers of each document of a window vary together (Welford's method). */
record Covariance(Expression input, boolean sample, WindowBounds bounds) implements WindowFunction {

  @Override
  public List<@Nullable BsonValue> compute(WindowPartition partition) {
    List<@Nullable BsonValue> pairs = partition.values(input);
    List<BsonValue> places = new ArrayList<>();
    List<@Nullable BsonValue> sorted = partition.sortValues();
    for (int i = 0; i < pairs.size(); i++) {
      BsonValue place = i < sorted.size() ? sorted.get(i) : null;
      bounds.requireComparable(place);
      places.add(place == null ? BsonValue.NULL : place);
    }
    List<@Nullable BsonValue> results = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      results.add(
          of(
              pairs.subList(
                  bounds.from(i, places), Math.max(bounds.from(i, places), bounds.to(i, places)))));
    }
    return results;
  }

  private BsonValue of(List<@Nullable BsonValue> pairs) {
    long count = 0;
    double meanX = 0;
    double meanY = 0;
    double together = 0;
    for (BsonValue pair : pairs) {
      List<BsonValue> numbers =
          pair != null && pair.isArray() ? pair.asArray().values() : List.of();
      if (numbers.size() == 2 && numbers.get(0).isNumber() && numbers.get(1).isNumber()) {
        count++;
        double x = BsonNumbers.toDouble(numbers.get(0));
        double y = BsonNumbers.toDouble(numbers.get(1));
        double distance = x - meanX;
        meanX += distance / count;
        meanY += (y - meanY) / count;
        together += distance * (y - meanY);
      }
    }
    long freedom = sample ? count - 1 : count;
    return freedom <= 0 ? BsonValue.NULL : BsonValue.float64(together / freedom);
  }
}
