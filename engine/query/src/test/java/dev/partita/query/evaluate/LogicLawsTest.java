package dev.partita.query.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.Evaluation;
import dev.partita.query.syntax.BinaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Laws that hold for all values. */
class LogicLawsTest {

  @Property
  void deMorgan(@ForAll("operands") String a, @ForAll("operands") String b) {
    assertThat(Evaluation.value("NOT (" + a + " AND " + b + ")"))
        .isEqualTo(Evaluation.value("(NOT " + a + ") OR (NOT " + b + ")"));
    assertThat(Evaluation.value("NOT (" + a + " OR " + b + ")"))
        .isEqualTo(Evaluation.value("(NOT " + a + ") AND (NOT " + b + ")"));
  }

  @Property
  void andAndOrAreCommutativeAndAssociative(
      @ForAll("operands") String a, @ForAll("operands") String b, @ForAll("operands") String c) {
    for (String operator : new String[] {" AND ", " OR "}) {
      assertThat(Evaluation.value(a + operator + b)).isEqualTo(Evaluation.value(b + operator + a));
      assertThat(Evaluation.value("(" + a + operator + b + ")" + operator + c))
          .isEqualTo(Evaluation.value(a + operator + "(" + b + operator + c + ")"));
    }
  }

  @Provide
  Arbitrary<String> operands() {
    return Arbitraries.of("true", "false", "undefined", "null", "1", "'true'");
  }

  @Property
  void theOrderIsTotal(
      @ForAll("values") JsonValue a, @ForAll("values") JsonValue b, @ForAll("values") JsonValue c) {
    int ab = Integer.signum(ValueOrder.ORDER.compare(a, b));
    assertThat(Integer.signum(ValueOrder.ORDER.compare(b, a))).isEqualTo(-ab);
    assertThat(ab == 0).isEqualTo(a.equals(b));
    if (ab <= 0 && ValueOrder.ORDER.compare(b, c) <= 0) {
      assertThat(ValueOrder.ORDER.compare(a, c)).isLessThanOrEqualTo(0);
    }
  }

  /** Operators agree with the order wherever they are defined, and with equality everywhere. */
  @Property
  void operatorsFollowTheOrder(@ForAll("values") JsonValue a, @ForAll("values") JsonValue b) {
    JsonValue less = Comparison.compare(BinaryOperator.LESS, a, b);
    JsonValue notLess = Comparison.compare(BinaryOperator.GREATER_OR_EQUAL, a, b);
    assertThat(Logic.not(less)).isEqualTo(notLess);
    if (!less.isUndefined()) {
      assertThat(less).isEqualTo(JsonBoolean.of(ValueOrder.ORDER.compare(a, b) < 0));
    }
    JsonValue equal = Comparison.compare(BinaryOperator.EQUAL, a, b);
    assertThat(equal.isUndefined()).isEqualTo(a.isUndefined() || b.isUndefined());
    assertThat(Comparison.compare(BinaryOperator.NOT_EQUAL, a, b)).isEqualTo(Logic.not(equal));
  }

  @Provide
  Arbitrary<JsonValue> values() {
    Arbitrary<JsonValue> simple =
        Arbitraries.oneOf(
            Arbitraries.of(
                JsonUndefined.UNDEFINED, JsonNull.NULL, JsonBoolean.TRUE, JsonBoolean.FALSE),
            Arbitraries.longs().map(JsonNumber::of),
            Arbitraries.doubles().map(JsonNumber::of),
            Arbitraries.strings().ofMaxLength(3).map(JsonString::of));
    Arbitrary<JsonValue> defined = simple.filter(value -> !value.isUndefined());
    return Arbitraries.oneOf(
        simple,
        defined.list().ofMaxSize(3).map(JsonArray::of),
        Arbitraries.maps(Arbitraries.of("a", "b"), defined)
            .map(
                map -> {
                  JsonObject.Builder object = JsonObject.builder();
                  map.forEach(object::put);
                  return object.build();
                }));
  }
}
