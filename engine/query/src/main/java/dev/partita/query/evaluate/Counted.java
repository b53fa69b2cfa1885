package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** An expression that says how much there is in it each time it is evaluated. */
public final class Counted implements Evaluator {

  private final Evaluator evaluator;
  private final long units;

  private Counted(Evaluator evaluator, long units) {
    this.evaluator = evaluator;
    this.units = units;
  }

  /** The evaluator, with a count unless it only gives what is there. */
  public static Evaluator of(Evaluator evaluator, long units) {
    return evaluator instanceof Constant || evaluator instanceof Slot
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
