package dev.partita.execution.page;

import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;

/**
 * One result.
 *
 * @param json its text, not to be modified
 */
public record QueryResult(byte[] json) {

  public JsonValue value() {
    return JsonReader.DEFAULT.read(json);
  }
}
