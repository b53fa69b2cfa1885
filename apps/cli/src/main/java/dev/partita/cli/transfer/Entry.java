package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Part of a file that stands for one item. Immutable.
 *
 * @param number its position among the entries, from 1
 * @param line the line on which it begins, from 1
 * @param text its text in the file, for the report
 * @param item empty if the text is not an item
 * @param problem why it is not; empty if it is one
 */
record Entry(long number, long line, String text, Optional<JsonObject> item, String problem) {

  static Entry of(long number, long line, JsonObject item, String text) {
    return new Entry(number, line, text, Optional.of(item), "");
  }

  static Entry broken(long number, long line, String text, String problem) {
    return new Entry(number, line, text, Optional.empty(), problem);
  }

  static Entry ofJson(long number, long line, byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    try {
      return of(number, line, JsonReader.DEFAULT.readObject(json), text);
    } catch (DatabaseException e) {
      return broken(number, line, text, e.getMessage());
    }
  }
}
