package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.Map;

/** The scripts that a container can have, and what is kept of them. */
final class ScriptKinds {

  private static final List<String> TRIGGER_TYPES = List.of("Pre", "Post");
  private static final List<String> TRIGGER_OPERATIONS =
      List.of("All", "Create", "Update", "Delete", "Replace");

  static final Map<String, ResourceCalls.Kind> KINDS =
      Map.of(
          "sprocs",
          new ResourceCalls.Kind("sprocs", "StoredProcedures", ScriptKinds::body),
          "triggers",
          new ResourceCalls.Kind("triggers", "Triggers", ScriptKinds::trigger),
          "udfs",
          new ResourceCalls.Kind("udfs", "UserDefinedFunctions", ScriptKinds::body));

  private ScriptKinds() {}

  private static JsonObject body(JsonObject json) {
    if (json.at("body") instanceof JsonString body) {
      return JsonObject.builder().put("body", body).build();
    }
    throw DatabaseException.badRequest("A script needs a body that is the text of a function.");
  }

  private static JsonObject trigger(JsonObject json) {
    return body(json)
        .with("triggerType", oneOf(json, "triggerType", TRIGGER_TYPES))
        .with("triggerOperation", oneOf(json, "triggerOperation", TRIGGER_OPERATIONS));
  }

  /** A word as it was given: clients differ in its case, and each wants its own back. */
  private static JsonString oneOf(JsonObject json, String name, List<String> allowed) {
    if (json.at(name) instanceof JsonString(String text)
        && allowed.stream().anyMatch(text::equalsIgnoreCase)) {
      return JsonString.of(text);
    }
    throw DatabaseException.badRequest("A property of a trigger is missing or not known.")
        .with("property", name)
        .with("value", json.at(name))
        .with("allowed", allowed);
  }
}
