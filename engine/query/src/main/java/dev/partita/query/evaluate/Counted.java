package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** Evaluator that reports its units of work at each evaluation. Immutable. */
public final class Counted implements Evaluator {

  private final Evaluator evaluator;
  private final long units;

  private Counted(Evaluator evaluator, long units) {
    this.evaluator = evaluator;
    this.units = units;
  }

  /** Wraps an evaluator, unless it only reads a value. */
  public static Evaluator of(Evaluator evaluator, long units) {
    return evaluator instanceof Constant || evaluator instanceof SlotValue
        ? evaluator
        : new Counted(evaluator, units);
  }

  @Override
  public JsonValue value(Row row) {
    row.work(units);
    return evaluator.value(row);
  }

  @Override
  public double number(Row row) {
    row.work(units);
    return evaluator.number(row);
  }

  @Override
  public boolean mayBeNonFinite() {
    return evaluator.mayBeNonFinite();
  }

  @Override
  public JsonValue result(Row row) {
    row.work(units);
    return evaluator.result(row);
  }

  @Override
  public boolean isTrue(Row row) {
    row.work(units);
    return evaluator.isTrue(row);
  }
}
