package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** Evaluator that reads a slot of the row. Immutable. */
public record SlotValue(int index) implements Evaluator {

  @Override
  public JsonValue value(Row row) {
    return row.at(index);
  }
}
