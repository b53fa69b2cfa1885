package dev.partita.json.patch;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * What operations do to a document. Nothing is changed in place: each gives a new document that
 * shares with the old one what is the same.
 */
final class PatchTarget {

  private static final String END = "-";

  private PatchTarget() {}

  static JsonObject apply(JsonObject document, PatchOperation operation) {
    return switch (operation) {
      case PatchOperation.Move move -> move(document, move);
      case PatchOperation.Add _,
          PatchOperation.Set _,
          PatchOperation.Replace _,
          PatchOperation.Remove _,
          PatchOperation.Increment _ ->
          (JsonObject) edit(document, operation, 0);
    };
  }

  /** Takes the value away first: an index in the target counts what is left. */
  private static JsonObject move(JsonObject document, PatchOperation.Move move) {
    JsonValue value = find(document, move.from());
    if (move.from().equals(move.path())) {
      return document;
    }
    if (move.from().isPrefixOf(move.path())) {
      throw DatabaseException.badRequest("A patch cannot move a value into itself.");
    }
    JsonObject without = apply(document, new PatchOperation.Remove(move.from()));
    return apply(without, new PatchOperation.Add(move.path(), value));
  }

  private static JsonValue find(JsonObject document, JsonPointer from) {
    JsonValue value = document;
    for (String step : from.steps()) {
      value =
          switch (value) {
            case JsonObject object -> object.at(step);
            case JsonArray array -> array.at(existing(array, step));
            default -> JsonUndefined.UNDEFINED;
          };
    }
    if (value.isUndefined()) {
      throw DatabaseException.badRequest("There is nothing to move at the place a patch names.");
    }
    return value;
  }

  private static JsonValue edit(JsonValue node, PatchOperation operation, int depth) {
    List<String> steps = operation.path().steps();
    String step = steps.get(depth);
    boolean last = depth == steps.size() - 1;
    return switch (node) {
      case JsonObject object when last -> object.with(step, member(object.at(step), operation));
      case JsonObject object -> object.with(step, edit(object.at(step), operation, depth + 1));
      case JsonArray array when last -> element(array, step, operation);
      case JsonArray array -> {
        int index = existing(array, step);
        List<JsonValue> elements = new ArrayList<>(array.elements());
        elements.set(index, edit(array.at(index), operation, depth + 1));
        yield JsonArray.of(elements);
      }
      default ->
          throw DatabaseException.badRequest(
                  "A patch creates no parents, and there was no path found beyond: '"
                      + steps.get(depth - 1)
                      + "'.")
              .with("beyond", "/" + String.join("/", steps.subList(0, depth)));
    };
  }

  /** What becomes of a property; undefined takes it away. */
  private static JsonValue member(JsonValue old, PatchOperation operation) {
    return switch (operation) {
      case PatchOperation.Add(_, JsonValue value) -> value;
      case PatchOperation.Set(_, JsonValue value) -> value;
      case PatchOperation.Replace(_, JsonValue value) -> {
        requirePresent(old);
        yield value;
      }
      case PatchOperation.Remove _ -> {
        requirePresent(old);
        yield JsonUndefined.UNDEFINED;
      }
      case PatchOperation.Increment(_, JsonNumber by) -> old.isUndefined() ? by : sum(old, by);
      case PatchOperation.Move _ -> throw new IllegalStateException("Moves are taken apart.");
    };
  }

  private static JsonArray element(JsonArray array, String step, PatchOperation operation) {
    List<JsonValue> elements = new ArrayList<>(array.elements());
    switch (operation) {
      case PatchOperation.Add(_, JsonValue value) ->
          elements.add(step.equals(END) ? array.size() : index(step, array.size()), value);
      case PatchOperation.Set(_, JsonValue value) -> {
        if (step.equals(END)) {
          elements.add(value);
        } else {
          elements.set(existing(array, step), value);
        }
      }
      case PatchOperation.Replace(_, JsonValue value) -> elements.set(existing(array, step), value);
      case PatchOperation.Remove _ -> elements.remove(existing(array, step));
      case PatchOperation.Increment(_, JsonNumber by) -> {
        int index = existing(array, step);
        elements.set(index, sum(array.at(index), by));
      }
      case PatchOperation.Move _ -> throw new IllegalStateException("Moves are taken apart.");
    }
    return JsonArray.of(elements);
  }

  private static int existing(JsonArray array, String step) {
    return index(step, array.size() - 1);
  }

  private static int index(String step, int max) {
    boolean number =
        step.equals("0")
            || (!step.isEmpty()
                && step.length() < 10
                && step.charAt(0) != '0'
                && step.chars().allMatch(c -> c >= '0' && c <= '9'));
    int index = number ? Integer.parseInt(step) : -1;
    if (index < 0 || index > max) {
      throw DatabaseException.badRequest("A patch path has no such index in its array.")
          .with("arrayIndex", step);
    }
    return index;
  }

  /** Integers stay exact as long as they fit 64 bits. */
  private static JsonNumber sum(JsonValue old, JsonNumber by) {
    if (!(old instanceof JsonNumber number)) {
      throw DatabaseException.badRequest("A patch can increment a number only.");
    }
    if (number.isIntegral() && by.isIntegral()) {
      long left = number.longValue();
      long right = by.longValue();
      long sum = left + right;
      boolean overflow = ((left ^ sum) & (right ^ sum)) < 0;
      if (!overflow) {
        return JsonNumber.of(sum);
      }
    }
    double sum = number.doubleValue() + by.doubleValue();
    if (Double.isInfinite(sum)) {
      throw DatabaseException.badRequest("A patch would increment a number beyond its range.");
    }
    return JsonNumber.of(sum);
  }

  private static void requirePresent(JsonValue old) {
    if (old.isUndefined()) {
      throw DatabaseException.badRequest("There is nothing at the place a patch names.");
    }
  }
}
