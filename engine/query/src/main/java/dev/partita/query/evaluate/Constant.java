package dev.partita.query.evaluate;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;

/** Value that does not depend on the row. Immutable. */
public final class Constant implements Evaluator {

  private final JsonValue value;
  private final double number;

  private Constant(JsonValue value, double number) {
    this.value = value;
    this.number = number;
  }

  public static Constant of(JsonValue value) {
    return new Constant(value, value instanceof JsonNumber n ? n.doubleValue() : Numbers.NONE);
  }

  /** Constant number that need not be finite. */
  public static Constant of(double number) {
    return new Constant(Numbers.value(number), number);
  }

  /** Evaluates an evaluator that reads nothing from the row. */
  public static Constant fold(Evaluator evaluator, Row empty) {
    JsonValue value = evaluator.value(empty);
    return value.isUndefined() && evaluator.mayBeNonFinite()
        ? of(evaluator.number(empty))
        : of(value);
  }

  public JsonValue value() {
    return value;
  }

  @Override
  public JsonValue value(Row row) {
    return value;
  }

  @Override
  public double number(Row row) {
    return number;
  }

  @Override
  public boolean mayBeNonFinite() {
    return value.isUndefined() && !Numbers.isNone(number);
  }
}
