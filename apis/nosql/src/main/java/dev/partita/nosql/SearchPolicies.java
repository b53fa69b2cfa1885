package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The rules for what a container says of its vectors and texts. Searches here need little of it,
 * but who takes the definition elsewhere shall find its mistakes here.
 */
final class SearchPolicies {

  private static final Set<String> DATA_TYPES = Set.of("float32", "float16", "int8", "uint8");
  private static final List<String> LANGUAGES =
      List.of("en-US", "de-DE", "es-ES", "fr-FR", "it-IT", "pt-BR", "pt-PT");
  private static final long DIMENSIONS_MAX = 4_096;

  private SearchPolicies() {}

  /**
   * @throws DatabaseException BAD_REQUEST if a vector is of a type or a size that there is not
   */
  static void requireVectors(JsonValue policy) {
    for (JsonValue vector : list(policy, "vectorEmbeddings")) {
      JsonValue type = at(vector, "dataType");
      if (!isAbsentOr(type, DATA_TYPES)) {
        throw DatabaseException.badRequest(
                "The Vector Embedding Policy has an invalid DataType. It is float32, float16, int8"
                    + " or uint8.")
            .with("dataType", type);
      }
      JsonValue dimensions = at(vector, "dimensions");
      if (!dimensions.isUndefined() && !isDimensions(dimensions)) {
        throw DatabaseException.badRequest(
                "The Vector Embedding Policy has a number of Dimensions that is not supported.")
            .with("dimensions", dimensions)
            .with("least", 1)
            .with("most", DIMENSIONS_MAX);
      }
    }
  }

  /**
   * @throws DatabaseException BAD_REQUEST if a text has no path, or a language that is not known
   */
  static void requireTexts(JsonValue policy) {
    requireLanguage(at(policy, "defaultLanguage"));
    for (JsonValue text : list(policy, "fullTextPaths")) {
      JsonValue path = at(text, "path");
      if (!(path instanceof JsonString(String name)) || !name.startsWith("/")) {
        throw DatabaseException.badRequest(
            "The Full Text Policy contains an invalid Path: %s. It begins with a slash."
                .formatted(text(path)));
      }
      JsonPath _ = JsonPath.parse(name);
      requireLanguage(at(text, "language"));
    }
  }

  private static void requireLanguage(JsonValue language) {
    if (!language.isUndefined()
        && LANGUAGES.stream().noneMatch(known -> known.equalsIgnoreCase(text(language)))) {
      throw DatabaseException.badRequest(
          "The Full Text Policy contains an unsupported language %s. Supported languages are: %s."
              .formatted(text(language), String.join(", ", LANGUAGES)));
    }
  }

  private static String text(JsonValue value) {
    return value instanceof JsonString(String text) ? text : value.toString();
  }

  private static boolean isAbsentOr(JsonValue value, Set<String> known) {
    return value.isUndefined()
        || (value instanceof JsonString(String name)
            && known.contains(name.toLowerCase(Locale.ROOT)));
  }

  private static boolean isDimensions(JsonValue value) {
    return value instanceof JsonNumber number
        && number.isIntegral()
        && number.longValue() >= 1
        && number.longValue() <= DIMENSIONS_MAX;
  }

  private static JsonValue at(JsonValue value, String name) {
    return value instanceof JsonObject object ? object.at(name) : JsonUndefined.UNDEFINED;
  }

  private static JsonArray list(JsonValue policy, String name) {
    return switch (at(policy, name)) {
      case JsonArray list -> list;
      case JsonUndefined _ -> JsonArray.EMPTY;
      default ->
          throw DatabaseException.badRequest("What a search policy is about is a list.")
              .with(name, at(policy, name));
    };
  }
}
