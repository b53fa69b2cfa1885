package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Set;

/**
 * What a container says of conflicts between regions. There are none here, since one region writes;
 * but who takes the definition elsewhere shall find its mistakes here.
 */
final class ConflictPolicy {

  static final String NAME = "conflictResolutionPolicy";

  private static final String MODE = "mode";
  private static final String PATH = "conflictResolutionPath";
  private static final String PROCEDURE = "conflictResolutionProcedure";
  private static final String LAST_WRITER_WINS = "LastWriterWins";
  private static final String CUSTOM = "Custom";

  static final JsonObject DEFAULT = lastWriterWins("/_ts");

  private ConflictPolicy() {}

  /**
   * A policy with everything that it leaves to the server.
   *
   * @throws DatabaseException BAD_REQUEST if there is no such policy
   */
  static JsonObject read(JsonValue given) {
    if (!(given instanceof JsonObject policy)) {
      throw invalid("A conflictResolutionPolicy is an object.", given);
    }
    for (String name : policy.names()) {
      if (!Set.of(MODE, PATH, PROCEDURE).contains(name)) {
        throw invalid("A conflictResolutionPolicy has a property that is not known.", given)
            .with("property", name);
      }
    }
    String mode = text(policy, MODE, LAST_WRITER_WINS);
    String path = text(policy, PATH, "");
    String procedure = text(policy, PROCEDURE, "");
    if (mode.equalsIgnoreCase(LAST_WRITER_WINS)) {
      if (!procedure.isEmpty()) {
        throw invalid(
            "LastWriterWins conflict resolution mode should not have conflict resolution procedure"
                + " set.",
            given);
      }
      if (!path.isEmpty() && !isProperty(path)) {
        throw invalid(
            "Invalid path '%s' for last writer wins conflict resolution: it names one property, such as /priority."
                .formatted(path),
            given);
      }
      return path.isEmpty() ? DEFAULT : lastWriterWins(path);
    }
    if (!mode.equalsIgnoreCase(CUSTOM)) {
      throw invalid("The mode of a conflictResolutionPolicy is LastWriterWins or Custom.", given)
          .with(MODE, mode);
    }
    if (!path.isEmpty()) {
      throw invalid(
          "Custom conflict resolution mode should not have conflict resolution path set.", given);
    }
    return JsonObject.builder().put(MODE, CUSTOM).put(PROCEDURE, procedure).build();
  }

  private static JsonObject lastWriterWins(String path) {
    return JsonObject.builder()
        .put(MODE, LAST_WRITER_WINS)
        .put(PATH, path)
        .put(PROCEDURE, "")
        .build();
  }

  private static boolean isProperty(String path) {
    return path.startsWith("/") && JsonPath.parse(path).steps().size() == 1;
  }

  private static String text(JsonObject policy, String name, String absent) {
    return switch (policy.at(name)) {
      case JsonUndefined _, JsonNull _ -> absent;
      case JsonString(String text) -> text;
      default ->
          throw invalid("A property of a conflictResolutionPolicy is a text.", policy)
              .with("property", name);
    };
  }

  private static DatabaseException invalid(String text, JsonValue policy) {
    return DatabaseException.badRequest(text).with(NAME, policy);
  }
}
