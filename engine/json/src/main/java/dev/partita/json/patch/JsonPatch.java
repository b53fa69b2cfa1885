package dev.partita.json.patch;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A partial update: up to ten operations. Immutable. */
public record JsonPatch(List<PatchOperation> operations) {

  public static final int MAX_OPERATIONS = 10;

  private static final Set<String> PROTECTED =
      Set.of("id", "_rid", "_self", "_etag", "_ts", "_attachments");

  /**
   * @throws DatabaseException if there is no operation or too many
   */
  public JsonPatch {
    operations = List.copyOf(operations);
    if (operations.isEmpty() || operations.size() > MAX_OPERATIONS) {
      throw DatabaseException.badRequest("A patch has one to ten operations.")
          .with("operations", operations.size());
    }
  }

  /** Reads a list of operations, or an object that has one as {@code operations}. */
  public static JsonPatch fromJson(JsonValue json) {
    return switch (json) {
      case JsonArray list -> new JsonPatch(operations(list));
      case JsonObject object when object.at("operations") instanceof JsonArray list -> {
        Optional<String> _ = condition(object);
        yield new JsonPatch(operations(list));
      }
      default ->
          throw DatabaseException.badRequest(
              "A patch must be an array of operations, or an object that has one as its"
                  + " operations.");
    };
  }

  /**
   * The condition that comes with a patch as {@link #fromJson} reads it: the text of a query filter
   * which the document must meet.
   *
   * @throws DatabaseException if it is not a string
   */
  public static Optional<String> condition(JsonValue json) {
    return switch (json instanceof JsonObject object ? object.at("condition") : JsonNull.NULL) {
      case JsonUndefined _, JsonNull _ -> Optional.empty();
      case JsonString(String text) -> Optional.of(text);
      default -> throw DatabaseException.badRequest("The condition of a patch must be a string.");
    };
  }

  /**
   * The document after all operations.
   *
   * @param partitionKeyPaths places that must stay as they are, besides the id and the properties
   *     that the database keeps
   * @throws DatabaseException if one cannot be applied; the context names its index, its kind and
   *     its path
   */
  public JsonObject apply(JsonObject document, Collection<JsonPath> partitionKeyPaths) {
    JsonObject result = document;
    for (int i = 0; i < operations.size(); i++) {
      PatchOperation operation = operations.get(i);
      try {
        requireAllowed(operation, partitionKeyPaths);
        result = PatchTarget.apply(result, operation);
      } catch (DatabaseException e) {
        throw e.with("index", i).with("op", operation.op()).with("path", operation.path());
      }
    }
    // Documents are stored as text, and must be readable again.
    if (result.depth() > JsonReader.DEFAULT_MAX_DEPTH) {
      throw DatabaseException.badRequest("A patch would make the document nest too deep.")
          .with("maxDepth", JsonReader.DEFAULT_MAX_DEPTH);
    }
    return result;
  }

  private static void requireAllowed(
      PatchOperation operation, Collection<JsonPath> partitionKeyPaths) {
    requireAllowed(operation.path(), partitionKeyPaths);
    if (operation instanceof PatchOperation.Move(JsonPointer from, _)) {
      requireAllowed(from, partitionKeyPaths);
    }
  }

  private static void requireAllowed(JsonPointer place, Collection<JsonPath> partitionKeyPaths) {
    if (PROTECTED.contains(place.first())) {
      throw DatabaseException.badRequest("A patch cannot change the id or a system property.")
          .with("property", place.first());
    }
    for (JsonPath path : partitionKeyPaths) {
      if (JsonPointer.isPrefix(place.steps(), path.steps())
          || JsonPointer.isPrefix(path.steps(), place.steps())) {
        throw DatabaseException.badRequest("A patch cannot change the partition key.")
            .with("partitionKey", path);
      }
    }
  }

  private static List<PatchOperation> operations(JsonArray list) {
    List<PatchOperation> operations = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      try {
        operations.add(PatchOperation.fromJson(list.at(i)));
      } catch (DatabaseException e) {
        throw named(e, i, list.at(i));
      }
    }
    return operations;
  }

  /** Says which operation was refused, as far as it can be read. */
  private static DatabaseException named(DatabaseException refusal, int index, JsonValue json) {
    refusal.with("index", index);
    if (json instanceof JsonObject operation) {
      for (String name : List.of("op", "path")) {
        if (operation.at(name) instanceof JsonString(String text)) {
          refusal.with(name, text);
        }
      }
    }
    return refusal;
  }
}
