package dev.partita.json.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Patches against a model that changes maps and lists in place and throws {@link
 * IllegalArgumentException} wherever an operation cannot be applied.
 */
class PatchModelTest {

  private static final JsonObject DOCUMENT =
      (JsonObject)
          JsonReader.DEFAULT.read(
              "{\"a\":{\"b\":1,\"a\":[1,2,{\"b\":\"x\"}]},\"b\":[[],[0,1]],\"0\":2.5}");

  @Property(tries = 3000)
  void agreesWithTheModel(@ForAll("patches") JsonPatch patch) {
    Object model = mutable(DOCUMENT);
    boolean applies = true;
    try {
      for (PatchOperation operation : patch.operations()) {
        apply(model, operation);
      }
    } catch (IllegalArgumentException e) {
      applies = false;
    }
    Statistics.collect(applies);
    Statistics.coverage(
        coverage -> {
          coverage.check(true).percentage(share -> share > 10);
          coverage.check(false).percentage(share -> share > 10);
        });
    if (applies) {
      assertThat(mutable(patch.apply(DOCUMENT, List.of()))).isEqualTo(model);
    } else {
      assertThatThrownBy(() -> patch.apply(DOCUMENT, List.of()))
          .isInstanceOf(DatabaseException.class);
    }
  }

  @Provide
  Arbitrary<JsonPatch> patches() {
    return operations().list().ofMinSize(1).ofMaxSize(4).map(JsonPatch::new);
  }

  private static Arbitrary<PatchOperation> operations() {
    Arbitrary<String> known =
        Arbitraries.of("/a", "/a/b", "/a/a/0", "/a/a/2/b", "/a/a/-", "/b/1/1", "/c", "/0");
    Arbitrary<String> random =
        Arbitraries.of("a", "b", "c", "0", "1", "2", "-")
            .list()
            .ofMinSize(1)
            .ofMaxSize(4)
            .map(steps -> "/" + String.join("/", steps));
    Arbitrary<JsonPointer> pointers =
        Arbitraries.oneOf(known, known, random).map(JsonPointer::parse);
    Arbitrary<JsonValue> values =
        Arbitraries.of("7", "\"y\"", "[1]", "{\"a\":{}}", "{\"b\":[3,4]}")
            .map(JsonReader.DEFAULT::read);
    return Arbitraries.oneOf(
        Combinators.combine(pointers, values).as(PatchOperation.Add::new),
        Combinators.combine(pointers, values).as(PatchOperation.Set::new),
        Combinators.combine(pointers, values).as(PatchOperation.Replace::new),
        pointers.map(PatchOperation.Remove::new),
        Combinators.combine(pointers, Arbitraries.integers().between(-3, 3).map(JsonNumber::of))
            .as(PatchOperation.Increment::new),
        Combinators.combine(pointers, pointers).as(PatchOperation.Move::new));
  }

  private static void apply(Object root, PatchOperation operation) {
    switch (operation) {
      case PatchOperation.Add(JsonPointer path, JsonValue value) -> add(root, path, mutable(value));
      case PatchOperation.Set(JsonPointer path, JsonValue value) -> {
        if (parent(root, path) instanceof List<?> && !path.last().equals("-")) {
          replace(root, path, mutable(value));
        } else {
          add(root, path, mutable(value));
        }
      }
      case PatchOperation.Replace(JsonPointer path, JsonValue value) ->
          replace(root, path, mutable(value));
      case PatchOperation.Remove(JsonPointer path) -> remove(root, path);
      case PatchOperation.Increment(JsonPointer path, JsonNumber by) -> {
        if (parent(root, path) instanceof Map<?, ?> map && !map.containsKey(path.last())) {
          add(root, path, by.doubleValue());
        } else if (child(parent(root, path), path.last()) instanceof Double old) {
          replace(root, path, old + by.doubleValue());
        } else {
          throw new IllegalArgumentException();
        }
      }
      case PatchOperation.Move(JsonPointer from, JsonPointer path) -> {
        Object value = child(parent(root, from), from.last());
        if (path.toString().startsWith(from + "/")) {
          throw new IllegalArgumentException();
        }
        if (!from.equals(path)) {
          remove(root, from);
          add(root, path, value);
        }
      }
    }
  }

  private static Object parent(Object root, JsonPointer path) {
    Object node = root;
    for (String step : path.steps().subList(0, path.steps().size() - 1)) {
      node = child(node, step);
    }
    return node;
  }

  private static Object child(Object node, String step) {
    if (node instanceof Map<?, ?> map && map.containsKey(step)) {
      return Objects.requireNonNull(map.get(step));
    }
    if (node instanceof List<?> list) {
      return list.get(index(step, list.size() - 1));
    }
    throw new IllegalArgumentException();
  }

  private static void add(Object root, JsonPointer path, Object value) {
    switch (parent(root, path)) {
      case Map<?, ?> map -> members(map).put(path.last(), value);
      case List<?> list -> {
        int index = path.last().equals("-") ? list.size() : index(path.last(), list.size());
        elements(list).add(index, value);
      }
      default -> throw new IllegalArgumentException();
    }
  }

  private static void replace(Object root, JsonPointer path, Object value) {
    Object parent = parent(root, path);
    child(parent, path.last());
    switch (parent) {
      case Map<?, ?> map -> members(map).put(path.last(), value);
      case List<?> list -> elements(list).set(index(path.last(), list.size() - 1), value);
      default -> throw new IllegalArgumentException();
    }
  }

  private static void remove(Object root, JsonPointer path) {
    Object parent = parent(root, path);
    child(parent, path.last());
    switch (parent) {
      case Map<?, ?> map -> map.remove(path.last());
      case List<?> list -> list.remove(index(path.last(), list.size() - 1));
      default -> throw new IllegalArgumentException();
    }
  }

  private static int index(String step, int max) {
    int index = Integer.parseInt(step);
    if (index < 0 || index > max) {
      throw new IllegalArgumentException();
    }
    return index;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> members(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> elements(List<?> list) {
    return (List<Object>) list;
  }

  private static Object mutable(JsonValue value) {
    return switch (value) {
      case JsonObject object -> {
        Map<String, Object> map = new LinkedHashMap<>();
        object.forEach(member -> map.put(member.name(), mutable(member.value())));
        yield map;
      }
      case JsonArray array ->
          new ArrayList<>(array.elements().stream().map(PatchModelTest::mutable).toList());
      case JsonNumber number -> number.doubleValue();
      case JsonString(String text) -> text;
      default -> throw new IllegalArgumentException();
    };
  }
}
