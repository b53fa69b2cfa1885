package dev.partita.json.patch;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;

/** One step of a patch. Immutable. */
public sealed interface PatchOperation {

  /** The place that the operation changes. */
  JsonPointer path();

  /** The name that clients use. */
  String op();

  /** Sets a property, or inserts an element before the one at an index or after the last. */
  record Add(JsonPointer path, JsonValue value) implements PatchOperation {
    @Override
    public String op() {
      return "add";
    }
  }

  /** Sets a property, or an element that exists; appends an element only with {@code -}. */
  record Set(JsonPointer path, JsonValue value) implements PatchOperation {
    @Override
    public String op() {
      return "set";
    }
  }

  /** Sets a property or an element, which must exist. */
  record Replace(JsonPointer path, JsonValue value) implements PatchOperation {
    @Override
    public String op() {
      return "replace";
    }
  }

  /** Removes a property or an element, which must exist. */
  record Remove(JsonPointer path) implements PatchOperation {
    @Override
    public String op() {
      return "remove";
    }
  }

  /** Adds to a number, or makes a property that does not exist. */
  record Increment(JsonPointer path, JsonNumber by) implements PatchOperation {
    @Override
    public String op() {
      return "incr";
    }
  }

  /** Removes what is at one place and adds it at another. */
  record Move(JsonPointer from, JsonPointer path) implements PatchOperation {
    @Override
    public String op() {
      return "move";
    }
  }

  /** Reads one element of a list of operations. */
  static PatchOperation fromJson(JsonValue json) {
    if (!(json instanceof JsonObject operation)) {
      throw DatabaseException.badRequest("A patch operation must be an object.");
    }
    String op = text(operation, "op");
    JsonPointer path = JsonPointer.parse(text(operation, "path"));
    return switch (op) {
      case "add" -> new Add(path, value(operation));
      case "set" -> new Set(path, value(operation));
      case "replace" -> new Replace(path, value(operation));
      case "remove" -> new Remove(path);
      case "incr" -> new Increment(path, number(operation));
      case "move" -> new Move(JsonPointer.parse(text(operation, "from")), path);
      default ->
          throw DatabaseException.badRequest(
              "A patch operation must be add, set, replace, remove, incr or move.");
    };
  }

  private static String text(JsonObject operation, String name) {
    if (operation.at(name) instanceof JsonString(String text)) {
      return text;
    }
    throw DatabaseException.badRequest("A patch operation lacks a property that must be a string.")
        .with("property", name);
  }

  private static JsonValue value(JsonObject operation) {
    JsonValue value = operation.at("value");
    if (value.isUndefined()) {
      throw DatabaseException.badRequest("A patch operation lacks its value.");
    }
    return value;
  }

  private static JsonNumber number(JsonObject operation) {
    if (operation.at("value") instanceof JsonNumber number) {
      return number;
    }
    throw DatabaseException.badRequest("A patch operation can increment by a number only.");
  }
}
