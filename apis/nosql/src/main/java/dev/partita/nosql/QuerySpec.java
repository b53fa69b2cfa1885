package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import java.util.HashMap;
import java.util.Map;

/** A query as clients send it: its text, and values for the names in it. */
record QuerySpec(String text, Parameters parameters) {

  static QuerySpec read(JsonObject json) {
    if (!(json.at("query") instanceof JsonString(String text))) {
      throw DatabaseException.badRequest("A query is an object with its text as \"query\".");
    }
    return new QuerySpec(text, parameters(json.at("parameters")));
  }

  private static Parameters parameters(JsonValue given) {
    if (!(given instanceof JsonArray list)) {
      if (given.isUndefined() || given instanceof JsonNull) {
        return Parameters.NONE;
      }
      throw DatabaseException.badRequest("The parameters of a query are an array.");
    }
    Map<String, JsonValue> values = new HashMap<>();
    for (JsonValue entry : list.elements()) {
      if (!(entry instanceof JsonObject parameter)
          || !(parameter.at("name") instanceof JsonString(String name))) {
        throw DatabaseException.badRequest("A parameter of a query is an object with a name.")
            .with("parameter", entry);
      }
      if (values.put(name, parameter.at("value")) != null) {
        throw DatabaseException.badRequest("A parameter of the query is given twice.")
            .with("name", name);
      }
    }
    return new Parameters(values);
  }
}
