package dev.partita.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/** Expected results of a case, compared by the rules of the cases. */
final class Expectation {

  private final Cases.Case expected;
  private final double tolerance;

  Expectation(Cases.Case expected, double tolerance) {
    this.expected = expected;
    this.tolerance = tolerance;
  }

  void check(List<JsonValue> results) {
    boolean any = expected.at("ordered") == JsonBoolean.FALSE;
    if (expected.at("expected") instanceof JsonArray wanted) {
      same(results, wanted.elements(), any);
    } else if (expected.at("expectedIds") instanceof JsonArray ids) {
      same(
          results.stream().map(each -> ((JsonObject) each).at("id")).toList(), ids.elements(), any);
    } else if (expected.at("expectedGroups") instanceof JsonArray groups) {
      int start = 0;
      for (JsonValue group : groups) {
        int end = start + ((JsonArray) group).size();
        assertThat(results).hasSizeGreaterThanOrEqualTo(end);
        same(results.subList(start, end), ((JsonArray) group).elements(), true);
        start = end;
      }
      assertThat(results).hasSize(start);
    } else if (expected.at("expectedCount") instanceof JsonNumber count) {
      assertThat(results).hasSize((int) count.longValue()).doesNotHaveDuplicates();
      assertThat(((JsonArray) expected.at("expectedSubsetOf")).elements()).containsAll(results);
    } else {
      throw new IllegalStateException("The case expects nothing that is known: " + expected);
    }
  }

  private void same(List<JsonValue> results, List<JsonValue> wanted, boolean anyOrder) {
    assertThat(results).as("number of %s", results).hasSameSizeAs(wanted);
    if (!anyOrder) {
      for (int i = 0; i < wanted.size(); i++) {
        assertThat(same(results.get(i), wanted.get(i)))
            .as("%s is %s", results.get(i), wanted.get(i))
            .isTrue();
      }
      return;
    }
    List<JsonValue> left = new ArrayList<>(wanted);
    for (JsonValue result : results) {
      int match = 0;
      while (match < left.size() && !same(result, left.get(match))) {
        match++;
      }
      assertThat(match).as("%s among %s", result, left).isLessThan(left.size());
      left.remove(match);
    }
  }

  private boolean same(JsonValue result, JsonValue wanted) {
    return switch (result) {
      case JsonNumber number -> {
        double difference =
            wanted instanceof JsonNumber other
                ? Math.abs(number.doubleValue() - other.doubleValue())
                : Double.POSITIVE_INFINITY;
        yield difference <= Math.abs(number.doubleValue()) * tolerance;
      }
      case JsonArray array ->
          wanted instanceof JsonArray other && same(sorted(array), sorted(other));
      case JsonObject object ->
          wanted instanceof JsonObject other
              && object.size() == other.size()
              && object.names().stream().allMatch(name -> same(object.at(name), other.at(name)));
      case JsonUndefined _, JsonNull _, JsonBoolean _, JsonString _ -> result.equals(wanted);
    };
  }

  private boolean same(List<JsonValue> results, List<JsonValue> wanted) {
    if (results.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < results.size(); i++) {
      if (!same(results.get(i), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  private List<JsonValue> sorted(JsonArray array) {
    boolean anyOrder = expected.at("compare").equals(JsonString.of("array-elements-unordered"));
    List<JsonValue> elements = new ArrayList<>(array.elements());
    if (anyOrder) {
      elements.sort(JsonValue.ORDER);
    }
    return elements;
  }
}
