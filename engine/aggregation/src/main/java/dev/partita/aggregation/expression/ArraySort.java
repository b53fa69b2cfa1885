package dev.partita.aggregation.expression;

import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Orders of elements of arrays: by themselves, or by fields of documents. */
public final class ArraySort {

  private ArraySort() {}

  /** A comparator for what {@code sortBy} says: 1, -1, or a document of paths. */
  public static Comparator<BsonValue> comparator(BsonValue by, BsonOrder order) {
    if (IterationOperators.isDirection(by)) {
      return BsonNumbers.truncated(by) > 0 ? order : order.reversed();
    }
    if (by.isNumber()) {
      throw new MqlException(2942506, "The $sort element value must be either 1 or -1");
    }
    if (!by.isDocument()) {
      throw new MqlException(2942507, "The $sort field must be a number or an object");
    }
    Comparator<BsonValue> comparator = null;
    for (BsonElement element : by.asDocument()) {
      Comparator<BsonValue> one = byField(element, order);
      comparator = comparator == null ? one : comparator.thenComparing(one);
    }
    if (comparator == null) {
      throw new MqlException(15976, "$sort stage must have at least one sort key");
    }
    return comparator;
  }

  private static Comparator<BsonValue> byField(BsonElement element, BsonOrder order) {
    if (!IterationOperators.isDirection(element.value())) {
      throw new MqlException(
          15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
    }
    BsonPath path = BsonPath.of(element.name());
    boolean ascending = BsonNumbers.truncated(element.value()) > 0;
    Comparator<BsonValue> byKey =
        Comparator.comparing(value -> key(value, path, order, ascending), order);
    return ascending ? byKey : byKey.reversed();
  }

  /** What an element is sorted by: of an array the least element, or the greatest. */
  private static BsonValue key(BsonValue value, BsonPath path, BsonOrder order, boolean least) {
    if (!value.isDocument()) {
      return BsonValue.NULL;
    }
    List<BsonValue> found = new ArrayList<>();
    path.visit(
        value.asDocument(),
        (each, _) -> {
          if (each == null) {
            found.add(BsonValue.NULL);
          } else if (!each.isArray()) {
            found.add(each);
          } else if (each.asArray().isEmpty()) {
            found.add(BsonValue.UNDEFINED);
          }
          return true;
        });
    return found.stream()
        .reduce((a, b) -> (order.compare(a, b) < 0) == least ? a : b)
        .orElse(BsonValue.NULL);
  }
}
