package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonValue;
import java.util.Map;

/** Parameters of a query, by name including the {@code @}. Immutable. */
public record Parameters(Map<String, JsonValue> values) {

  public static final Parameters NONE = new Parameters(Map.of());

  public Parameters {
    values = Map.copyOf(values);
  }

  /**
   * Value of a parameter.
   *
   * @throws DatabaseException if none was given
   */
  public JsonValue require(String name) {
    JsonValue value = values.get(name);
    if (value == null) {
      throw DatabaseException.badRequest("The query has a parameter without a value.")
          .with("parameter", name);
    }
    return value;
  }
}
