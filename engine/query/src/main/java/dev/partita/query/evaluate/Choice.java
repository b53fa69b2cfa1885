package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;
import java.util.function.Function;

/** Evaluator that delegates to one of several, depending on the row. Immutable. */
public record Choice(Function<Row, Evaluator> chosen, boolean mayBeNonFinite) implements Evaluator {

  @Override
  public JsonValue value(Row row) {
    return chosen.apply(row).value(row);
  }

  @Override
  public double number(Row row) {
    return chosen.apply(row).number(row);
  }
}
