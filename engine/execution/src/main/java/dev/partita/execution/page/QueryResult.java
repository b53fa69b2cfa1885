package dev.partita.execution.page;

import dev.partita.document.StoredItem;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One result.
 *
 * @param json its text, not to be modified
 * @param item the item that it is, if a selection of items was asked for; null for other queries
 */
public record QueryResult(byte[] json, @Nullable StoredItem item) {

  public QueryResult(byte[] json) {
    this(json, null);
  }

  public JsonValue value() {
    return JsonReader.DEFAULT.read(json);
  }
}
