package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;
import java.util.function.ToDoubleFunction;

/**
 * Evaluator that computes numbers, so that chains of arithmetic create no objects in between.
 * Immutable.
 */
public record NumericEvaluator(ToDoubleFunction<Row> function) implements Evaluator {

  @Override
  public double number(Row row) {
    return function.applyAsDouble(row);
  }

  @Override
  public JsonValue value(Row row) {
    return Numbers.value(number(row));
  }

  @Override
  public boolean mayBeNonFinite() {
    return true;
  }
}
