package dev.partita.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TermLawsTest {

  @Provide
  Arbitrary<JsonValue> any() {
    return Values.any();
  }

  @Provide
  Arbitrary<JsonValue> scalars() {
    return Values.scalars();
  }

  @Provide
  Arbitrary<String> texts() {
    return Values.texts();
  }

  @Property(tries = 5000)
  void sortAsValues(@ForAll("any") JsonValue left, @ForAll("any") JsonValue right) {
    byte[] l = ordered(left);
    byte[] r = ordered(right);
    int expected = Integer.signum(JsonValue.ORDER.compare(left, right));
    int found = Integer.signum(Bytes.ORDER.compare(l, r));
    if (found == 0) {
      assertThat(expected == 0 || (!isExact(left) && !isExact(right))).isTrue();
    } else {
      assertThat(found).isEqualTo(expected);
      assertThat(Integer.signum(Bytes.ORDER.compare(turned(l), turned(r)))).isEqualTo(-expected);
    }
  }

  @Property(tries = 2000)
  void areNotBeginningsOfEachOther(@ForAll("any") JsonValue left, @ForAll("any") JsonValue right) {
    byte[] l = term(left);
    byte[] r = term(right);
    assertThat(Bytes.startsWith(l, r)).isEqualTo(Arrays.equals(l, r));
  }

  @Property(tries = 2000)
  void tellTheValueIfExact(@ForAll("any") JsonValue value) {
    byte[] key = Bytes.concat(new byte[] {7}, Bytes.concat(term(value), new byte[] {0, 1, 2}));
    TermReader reader = new TermReader();
    assertThat(reader.at(key, 1, false)).isEqualTo(key.length - 3);
    assertThat(TermType.ofMark(reader.mark())).isEqualTo(TermType.of(value));
    if (reader.isExact()) {
      assertThat(reader.value()).isEqualTo(value);
    }
    byte[] turned = turned(key);
    assertThat(reader.at(turned, 1, true)).isEqualTo(key.length - 3);
    if (reader.isExact()) {
      assertThat(reader.value()).isEqualTo(value);
    }
  }

  @Property(tries = 5000)
  void intervalsHaveWhatTheirNamesSay(
      @ForAll("any") JsonValue value, @ForAll("scalars") JsonValue bound) {
    boolean sameType = TermType.of(value) == TermType.of(bound);
    int order = JsonValue.ORDER.compare(value, bound);
    check(TermRange.equalTo(bound), value, value.equals(bound));
    check(TermRange.greaterThan(bound), value, sameType && order > 0);
    check(TermRange.atLeast(bound), value, sameType && order >= 0);
    check(TermRange.lessThan(bound), value, sameType && order < 0);
    check(TermRange.atMost(bound), value, sameType && order <= 0);
    check(TermRange.atLeast(bound).intersect(TermRange.atMost(bound)), value, value.equals(bound));
    check(TermRange.DEFINED, value, !value.isUndefined());
    check(TermRange.of(TermType.of(bound)), value, sameType);
    boolean other =
        TermRange.otherThan(bound).stream().anyMatch(range -> range.terms().contains(term(value)));
    boolean precisely =
        TermRange.otherThan(bound).stream()
            .anyMatch(range -> range.isPrecise() && range.terms().contains(term(value)));
    boolean differs = !value.isUndefined() && !value.equals(bound);
    assertThat(other || !differs).isTrue();
    assertThat(differs || !precisely).isTrue();
  }

  @Property(tries = 2000)
  void prefixesFindWhatBeginsWithThem(
      @ForAll("texts") String text, @ForAll("texts") String prefix) {
    check(TermRange.startingWith(prefix), JsonString.of(text), text.startsWith(prefix));
    check(TermRange.startingWith(prefix), JsonString.of(prefix + text), true);
  }

  @Property(tries = 500)
  void equalArraysAndObjectsAreAmongTheirType(@ForAll("any") JsonValue value) {
    for (JsonValue bound : new JsonValue[] {JsonArray.EMPTY, JsonObject.EMPTY}) {
      check(TermRange.equalTo(bound), value, value.equals(bound));
    }
  }

  private static void check(TermRange range, JsonValue value, boolean expected) {
    boolean found = range.terms().contains(term(value));
    assertThat(found || !expected).as("%s in %s", value, range).isTrue();
    if (range.isPrecise()) {
      assertThat(found).as("%s in %s", value, range).isEqualTo(expected);
    }
  }

  private static boolean isExact(JsonValue value) {
    return switch (value) {
      case JsonString(String text) -> text.getBytes(StandardCharsets.UTF_8).length <= 128;
      case JsonArray _ -> false;
      case JsonObject _ -> false;
      case JsonUndefined _ -> true;
      case JsonNull _ -> true;
      case JsonBoolean _ -> true;
      case JsonNumber _ -> true;
    };
  }

  /** The term without the hash of a string that is cut. */
  private static byte[] ordered(JsonValue value) {
    byte[] term = term(value);
    TermReader reader = new TermReader();
    reader.at(term, 0, false);
    assertThat(reader.isExact()).isEqualTo(isExact(value));
    return Arrays.copyOf(term, reader.orderedEnd());
  }

  private static byte[] term(JsonValue value) {
    TermBuffer buffer = new TermBuffer(1);
    buffer.term(value);
    return buffer.toBytes();
  }

  private static byte[] turned(byte[] bytes) {
    byte[] turned = bytes.clone();
    for (int i = 0; i < turned.length; i++) {
      turned[i] = (byte) ~turned[i];
    }
    return turned;
  }
}
