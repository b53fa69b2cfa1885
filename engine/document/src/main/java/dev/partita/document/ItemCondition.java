package dev.partita.document;

import dev.partita.json.JsonValue;
import java.util.Map;

/**
 * What must be true of an item for an operation to be carried out, in the words of the query
 * language: a query from its FROM on. It is compiled by the node that carries the operation out.
 * Immutable.
 *
 * @param parameters values by the names that the text has for them, such as {@code @limit}
 */
public record ItemCondition(String text, Map<String, JsonValue> parameters) {

  public ItemCondition {
    parameters = Map.copyOf(parameters);
  }

  public static ItemCondition of(String text) {
    return new ItemCondition(text, Map.of());
  }
}
