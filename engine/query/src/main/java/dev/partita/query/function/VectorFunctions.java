package dev.partita.query.function;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Numbers;
import dev.partita.query.evaluate.NumericEvaluator;
import dev.partita.query.evaluate.PropertyAccess;
import dev.partita.query.evaluate.WorkUnits;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Exact distances of vectors. Undefined unless both arguments are vectors of the same length. Pure
 * functions.
 */
final class VectorFunctions {

  private VectorFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.bound("VectorDistance", 2, 4, VectorFunctions::distance),
        Function.bound("_VectorScore", 2, 4, VectorFunctions::distance));
  }

  private static Evaluator distance(List<Evaluator> arguments, CallSite site) {
    Evaluator left = arguments.get(0);
    Evaluator right = arguments.get(1);
    Evaluator options = arguments.size() == 4 ? arguments.get(3) : _ -> JsonUndefined.UNDEFINED;
    return new NumericEvaluator(
        row -> {
          JsonValue one = left.value(row);
          JsonValue other = right.value(row);
          row.work(WorkUnits.of(one) + WorkUnits.of(other));
          double[] l = vector(one);
          double[] r = vector(other);
          return l == null || r == null || l.length != r.length || l.length == 0
              ? Numbers.NONE
              : measured(metric(options.value(row), site.metric()), l, r);
        });
  }

  /** Measures vectors; the cosine of a zero vector is undefined. */
  private static double measured(VectorMetric metric, double[] left, double[] right) {
    double distance = metric.measure(left, right);
    return Double.isNaN(distance) ? Numbers.NONE : distance;
  }

  private static VectorMetric metric(JsonValue options, VectorMetric otherwise) {
    return PropertyAccess.of(options, "distanceFunction") instanceof JsonString(String name)
        ? VectorMetric.named(name).orElse(otherwise)
        : otherwise;
  }

  private static double @Nullable [] vector(JsonValue value) {
    if (!(value instanceof JsonArray array)) {
      return null;
    }
    double[] vector = new double[array.size()];
    for (int i = 0; i < vector.length; i++) {
      if (!(array.at(i) instanceof JsonNumber number)) {
        return null;
      }
      vector[i] = number.doubleValue();
    }
    return vector;
  }
}
