package dev.partita.plan;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A path into documents, along properties and through the elements of arrays. Immutable.
 *
 * <p>A step to elements leads to all elements of an array, so a document may have any number of
 * values at a path.
 */
public record FieldPath(List<Step> steps) {

  /** One step down into a value. */
  public sealed interface Step {}

  /** To the property of an object. */
  public record Property(String name) implements Step {}

  /** To every element of an array. */
  public enum Elements implements Step {
    ALL
  }

  /** The document itself. */
  public static final FieldPath ROOT = new FieldPath(List.of());

  public FieldPath {
    steps = List.copyOf(steps);
  }

  /** The path along these properties. */
  public static FieldPath of(String... names) {
    FieldPath path = ROOT;
    for (String name : names) {
      path = path.property(name);
    }
    return path;
  }

  public FieldPath property(String name) {
    return then(new Property(name));
  }

  public FieldPath elements() {
    return then(Elements.ALL);
  }

  private FieldPath then(Step step) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(step);
    return new FieldPath(longer);
  }

  /** The property of the document that the path begins with; empty if it begins with none. */
  public Optional<String> root() {
    return steps.isEmpty() || !(steps.getFirst() instanceof Property(String name))
        ? Optional.empty()
        : Optional.of(name);
  }

  /** Whether the path leads through arrays. */
  public boolean hasElements() {
    return steps.contains(Elements.ALL);
  }

  /** The values of a document at the path; never undefined. */
  public List<JsonValue> values(JsonValue document) {
    List<JsonValue> values = document.isUndefined() ? List.of() : List.of(document);
    for (Step step : steps) {
      List<JsonValue> next = new ArrayList<>();
      for (JsonValue value : values) {
        switch (step) {
          case Property(String name) -> {
            if (value instanceof JsonObject object && !object.at(name).isUndefined()) {
              next.add(object.at(name));
            }
          }
          case Elements _ -> {
            if (value instanceof JsonArray array) {
              next.addAll(array.elements());
            }
          }
        }
      }
      values = next;
    }
    return values;
  }

  /** The path for people and tests: {@code a.b[].c}. */
  @Override
  public String toString() {
    return steps.stream()
        .flatMap(
            step ->
                switch (step) {
                  case Property(String name) -> Stream.of(".", name);
                  case Elements _ -> Stream.of("[]");
                })
        .skip(steps.isEmpty() || steps.getFirst() instanceof Elements ? 0 : 1)
        .collect(Collectors.joining());
  }
}
