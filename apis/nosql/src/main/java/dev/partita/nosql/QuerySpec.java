package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import dev.partita.query.syntax.QueryErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A query as clients send it: its text, and values for the names in it. */
record QuerySpec(String text, Parameters parameters) {

  private static final Pattern NAME = Pattern.compile("@[A-Za-z_][A-Za-z0-9_]*");

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
      if (!NAME.matcher(name).matches()) {
        throw QueryErrors.plain(
            "Invalid query. Specified parameter name '%s' is invalid. Parameter names should be in the"
                    .formatted(name)
                + " format of symbol '@' followed by a valid identifier. E.g. @param1");
      }
      if (values.put(name, parameter.at("value")) != null) {
        throw QueryErrors.plain(
            "Invalid query. Specified duplicate parameter name '%s'.".formatted(name));
      }
    }
    return new Parameters(values);
  }
}
