package dev.partita.query.evaluate;

import dev.partita.json.JsonValue;

/** The value that the row has in a slot. */
public record Slot(int index) implements Evaluator {

  @Override
  public JsonValue value(Row row) {
    return row.at(index);
  }
}
