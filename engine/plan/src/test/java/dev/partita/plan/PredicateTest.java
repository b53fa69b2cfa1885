package dev.partita.plan;

import static dev.partita.plan.Predicate.Operator.EQUAL;
import static dev.partita.plan.Predicate.Operator.GREATER_OR_EQUAL;
import static dev.partita.plan.Predicate.Operator.LESS;
import static dev.partita.plan.Predicate.Operator.NOT_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PredicateTest {

  private static final FieldPath N = FieldPath.of("n");
  private static final FieldPath TAGS = FieldPath.of("tags").elements();

  @Test
  void undefinedMeetsNoComparison() {
    for (Predicate.Operator operator : Predicate.Operator.values()) {
      Predicate predicate = new Predicate.Comparison(N, operator, JsonNumber.of(1));

      assertThat(test(predicate, "{}")).as("%s", operator).isEqualTo(Verdict.NO);
      assertThat(test(new Predicate.Comparison(N, operator, JsonUndefined.UNDEFINED), "{\"n\":1}"))
          .as("%s", operator)
          .isEqualTo(Verdict.NO);
    }
    assertThat(test(new Predicate.Defined(N), "{}")).isEqualTo(Verdict.NO);
    assertThat(test(new Predicate.Not(new Predicate.Defined(N)), "{}")).isEqualTo(Verdict.YES);
  }

  @Test
  void nullIsAValue() {
    assertThat(test(new Predicate.Defined(N), "{\"n\":null}")).isEqualTo(Verdict.YES);
    assertThat(test(Predicate.equal(N, JsonNull.NULL), "{\"n\":null}")).isEqualTo(Verdict.YES);
    assertThat(test(compare(N, NOT_EQUAL, JsonNumber.of(1)), "{\"n\":null}"))
        .isEqualTo(Verdict.YES);
  }

  @Test
  void onlyValuesOfOneTypeAreLessOrGreater() {
    assertThat(test(compare(N, LESS, JsonNumber.of(5)), "{\"n\":4.5}")).isEqualTo(Verdict.YES);
    assertThat(test(compare(N, LESS, JsonNumber.of(5)), "{\"n\":\"4\"}")).isEqualTo(Verdict.NO);
    assertThat(test(compare(N, LESS, JsonNumber.of(5)), "{\"n\":null}")).isEqualTo(Verdict.NO);
    assertThat(test(compare(N, GREATER_OR_EQUAL, value("[1]")), "{\"n\":[1]}"))
        .isEqualTo(Verdict.NO);
    assertThat(test(compare(N, EQUAL, value("[1]")), "{\"n\":[1.0]}")).isEqualTo(Verdict.YES);
  }

  @Test
  void stringsAreOrderedByUtf16Units() {
    // U+FF5E is less than U+1F600 by code point, and greater by unit.
    JsonValue wide = JsonString.of("\uFF5E");

    assertThat(test(compare(N, LESS, wide), "{\"n\":\"\uD83D\uDE00\"}")).isEqualTo(Verdict.YES);
  }

  @Test
  void someElementIsEnough() {
    Predicate predicate = Predicate.equal(TAGS, JsonString.of("a"));

    assertThat(test(predicate, "{\"tags\":[\"b\",\"a\"]}")).isEqualTo(Verdict.YES);
    assertThat(test(predicate, "{\"tags\":\"a\"}")).isEqualTo(Verdict.NO);
    assertThat(test(new Predicate.Not(predicate), "{\"tags\":[\"b\",\"a\"]}"))
        .isEqualTo(Verdict.NO);
  }

  @Test
  void oneElementIsBetweenBothBounds() {
    Predicate between = Predicate.Between.inclusive(TAGS, JsonNumber.of(2), JsonNumber.of(3));

    assertThat(test(between, "{\"tags\":[1,4]}")).isEqualTo(Verdict.NO);
    assertThat(test(between, "{\"tags\":[1,2]}")).isEqualTo(Verdict.YES);
    Predicate open = new Predicate.Between(N, JsonNumber.of(2), false, JsonNumber.of(3), false);
    assertThat(test(open, "{\"n\":2}")).isEqualTo(Verdict.NO);
    assertThat(test(open, "{\"n\":2.5}")).isEqualTo(Verdict.YES);
    assertThat(test(open, "{\"n\":3}")).isEqualTo(Verdict.NO);
  }

  @Test
  void typesAndPrefixesAndListsAreTested() {
    assertThat(test(new Predicate.OfType(N, ValueType.NULL, ValueType.STRING), "{\"n\":true}"))
        .isEqualTo(Verdict.YES);
    assertThat(test(new Predicate.OfType(N, ValueType.NULL, ValueType.STRING), "{\"n\":{}}"))
        .isEqualTo(Verdict.NO);
    assertThat(test(new Predicate.Prefix(N, "ab"), "{\"n\":\"abc\"}")).isEqualTo(Verdict.YES);
    assertThat(test(new Predicate.Prefix(N, "ab"), "{\"n\":\"Abc\"}")).isEqualTo(Verdict.NO);
    assertThat(test(new Predicate.In(N, List.of(value("1"), value("{}"))), "{\"n\":{}}"))
        .isEqualTo(Verdict.YES);
  }

  @Test
  void residualsLeaveItOpenUnlessTheRestDecides() {
    Predicate one = Predicate.equal(N, JsonNumber.of(1));

    assertThat(test(Predicate.atLeast(one), "{\"n\":1}")).isEqualTo(Verdict.MAYBE);
    assertThat(test(Predicate.atLeast(one), "{\"n\":2}")).isEqualTo(Verdict.NO);
    assertThat(test(Predicate.or(one, new Predicate.Residual()), "{\"n\":1}"))
        .isEqualTo(Verdict.YES);
    assertThat(test(new Predicate.Not(Predicate.atLeast(one)), "{\"n\":2}")).isEqualTo(Verdict.YES);
    assertThat(test(Predicate.always(), "{}")).isEqualTo(Verdict.YES);
    assertThat(test(Predicate.never(), "{}")).isEqualTo(Verdict.NO);
  }

  @Test
  void pathsAreWrittenForPeople() {
    assertThat(FieldPath.of("a", "b").elements().property("c")).hasToString("a.b[].c");
    assertThat(FieldPath.ROOT).hasToString("");
  }

  private static Predicate compare(FieldPath path, Predicate.Operator operator, JsonValue value) {
    return new Predicate.Comparison(path, operator, value);
  }

  private static Verdict test(Predicate predicate, String document) {
    return predicate.test(value(document));
  }

  private static JsonValue value(String json) {
    return JsonReader.DEFAULT.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
