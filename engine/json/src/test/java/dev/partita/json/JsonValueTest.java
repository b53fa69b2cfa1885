package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JsonValueTest {

  @Test
  void ordersAcrossTypes() {
    List<JsonValue> ascending = new ArrayList<>();
    ascending.add(JsonUndefined.UNDEFINED);
    for (String text :
        List.of(
            "null",
            "false",
            "true",
            "-1e300",
            "-9223372036854775808",
            "-1",
            "-0.5",
            "0",
            "0.5",
            "1",
            "9007199254740992",
            "9007199254740993",
            "9223372036854775807",
            "1e300",
            "\"\"",
            "\"A\"",
            "\"a\"",
            "\"aa\"",
            "\"é\"",
            "\"\uFFFF\"",
            "\"\uD83D\uDE00\"",
            "[]",
            "[null]",
            "[1]",
            "[1,0]",
            "[2]",
            "[[]]",
            "{}",
            "{\"a\":1}",
            "{\"b\":9,\"a\":1}",
            "{\"a\":2}",
            "{\"b\":0}")) {
      ascending.add(JsonReader.DEFAULT.read(text));
    }
    for (int seed = 0; seed < 5; seed++) {
      List<JsonValue> shuffled = new ArrayList<>(ascending);
      Collections.shuffle(shuffled, new Random(seed));
      shuffled.sort(JsonValue.ORDER);
      assertThat(shuffled).containsExactlyElementsOf(ascending);
    }
  }

  @Property
  void comparisonsAreAntisymmetricAndAgreeWithEquality(
      @ForAll("any") JsonValue left, @ForAll("any") JsonValue right) {
    int order = Integer.signum(JsonValue.ORDER.compare(left, right));
    assertThat(Integer.signum(JsonValue.ORDER.compare(right, left))).isEqualTo(-order);
    assertThat(left.equals(right)).isEqualTo(order == 0);
    if (order == 0) {
      assertThat(left).hasSameHashCodeAs(right);
    }
    assertThat(JsonValue.ORDER.compare(left, left)).isZero();
  }

  @Property
  void theOrderOfMembersDoesNotMatter(@ForAll("stored") JsonValue value) {
    JsonValue reversed = reversed(value);
    assertThat(reversed).isEqualTo(value).hasSameHashCodeAs(value);
    assertThat(JsonValue.ORDER.compare(value, reversed)).isZero();
  }

  @Property
  void comparisonsAreTransitive(
      @ForAll("any") JsonValue a, @ForAll("any") JsonValue b, @ForAll("any") JsonValue c) {
    List<JsonValue> sorted = new ArrayList<>(List.of(a, b, c));
    sorted.sort(JsonValue.ORDER);
    assertThat(JsonValue.ORDER.compare(sorted.get(0), sorted.get(1))).isNotPositive();
    assertThat(JsonValue.ORDER.compare(sorted.get(1), sorted.get(2))).isNotPositive();
    assertThat(JsonValue.ORDER.compare(sorted.get(0), sorted.get(2))).isNotPositive();
  }

  @Property
  void numbersCompareByExactValue(
      @ForAll("numbers") JsonNumber left, @ForAll("numbers") JsonNumber right) {
    int expected = exact(left).compareTo(exact(right));
    assertThat(Integer.signum(JsonValue.ORDER.compare(left, right))).isEqualTo(expected);
    assertThat(left.equals(right)).isEqualTo(expected == 0);
  }

  @Property
  void stringsCompareByTheirUtf8Bytes(@ForAll("texts") String left, @ForAll("texts") String right) {
    assertThat(Integer.signum(JsonString.compare(left, right)))
        .isEqualTo(
            Integer.signum(Bytes.ORDER.compare(left.getBytes(UTF_8), right.getBytes(UTF_8))));
  }

  @Property
  void whatIsWrittenIsReadBack(@ForAll("stored") JsonValue value) {
    byte[] bytes = JsonWriter.bytes(value);
    JsonValue read = JsonReader.DEFAULT.read(bytes);
    assertThat(read).isEqualTo(value).hasSameHashCodeAs(value);
    assertThat(JsonWriter.bytes(read)).isEqualTo(bytes);
    assertThat(JsonReader.DEFAULT.read(value.toString())).isEqualTo(value);
  }

  @Property
  void integersKeepAllTheirDigits(@ForAll long value) {
    String text = Long.toString(value);
    assertThat(JsonWriter.bytes(JsonReader.DEFAULT.read(text))).asString().isEqualTo(text);
  }

  @Property
  void objectsBehaveLikeMaps(@ForAll List<@IntRange(min = -30, max = 30) Integer> steps) {
    JsonObject.Builder builder = JsonObject.builder();
    Map<String, JsonValue> model = new LinkedHashMap<>();
    for (int step : steps) {
      String name = "p" + Math.abs(step);
      JsonValue value = step < 0 ? JsonUndefined.UNDEFINED : JsonNumber.of(model.size());
      builder.put(name, value);
      if (step < 0) {
        model.remove(name);
      } else {
        model.put(name, value);
      }
    }
    JsonObject object = builder.build();
    assertThat(object.names()).containsExactlyElementsOf(model.keySet());
    for (int i = 0; i <= 30; i++) {
      JsonValue expected = model.getOrDefault("p" + i, JsonUndefined.UNDEFINED);
      assertThat(object.at("p" + i)).isEqualTo(expected);
      assertThat(object.without("p" + i).has("p" + i)).isFalse();
    }
  }

  @Test
  void aBuilderLeavesWhatItBuiltAlone() {
    JsonObject.Builder builder = JsonObject.builder().put("a", 1);
    JsonObject first = builder.build();
    JsonObject second = builder.put("a", 2).put("b", true).put("c", "x").build();
    assertThat(first).hasToString("{\"a\":1}");
    assertThat(second).hasToString("{\"a\":2,\"b\":true,\"c\":\"x\"}");
    assertThat(second.with("a", JsonUndefined.UNDEFINED).with("d", JsonNull.NULL))
        .hasToString("{\"b\":true,\"c\":\"x\",\"d\":null}");
    assertThat(second).hasToString("{\"a\":2,\"b\":true,\"c\":\"x\"}");
  }

  @Test
  void aBuilderMayStartWithManyMembers() {
    for (int size : new int[] {0, 1, 3, 12, 13, 40}) {
      String[] names = new String[size];
      JsonValue[] values = new JsonValue[size];
      JsonObject.Builder oneByOne = JsonObject.builder();
      for (int i = 0; i < size; i++) {
        names[i] = "n" + i;
        values[i] = JsonNumber.of(i);
        oneByOne.put(names[i], values[i]);
      }
      JsonObject.Builder atOnce = JsonObject.builder(names, values);
      for (JsonObject.Builder builder : List.of(oneByOne, atOnce)) {
        for (int i = 0; i < 10; i++) {
          builder.put("n" + 3 * i, "more");
        }
      }
      assertThat(atOnce.build()).hasToString(oneByOne.build().toString());
      assertThat(names).doesNotContainNull().hasSize(size);
    }
    String[] one = {"a"};
    assertThatThrownBy(() -> JsonObject.builder(one, JsonUndefined.UNDEFINED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> JsonObject.builder(one)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesThatAllHaveOneHashAreNoBurden() {
    // "Aa" and "BB" have the same hash, and so have all texts made of them.
    JsonObject.Builder builder = JsonObject.builder();
    for (int i = 0; i < 1 << 15; i++) {
      StringBuilder name = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      builder.put(name.toString(), i);
    }
    assertThat(builder.build().size()).isEqualTo(1 << 15);
  }

  @Test
  void undefinedIsNeverStored() {
    assertThatThrownBy(() -> JsonArray.of(JsonUndefined.UNDEFINED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> JsonWriter.bytes(JsonUndefined.UNDEFINED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(JsonObject.of("a", JsonUndefined.UNDEFINED)).isEqualTo(JsonObject.EMPTY);
    assertThat(JsonUndefined.UNDEFINED).hasToString("undefined");
  }

  @Test
  void numbersKnowTheirForm() {
    assertThat(JsonNumber.of(5.0)).isEqualTo(JsonNumber.of(5)).hasToString("5");
    assertThat(JsonNumber.of(-0.0)).isEqualTo(JsonNumber.ZERO).hasToString("-0.0");
    assertThat(JsonNumber.of(-0.0)).hasSameHashCodeAs(JsonNumber.ZERO);
    assertThat(JsonNumber.of(-0.0).longValue()).isZero();
    assertThat(JsonNumber.of(1e18).longValue()).isEqualTo(1_000_000_000_000_000_000L);
    assertThat(JsonNumber.of(0x1p63).isIntegral()).isFalse();
    assertThat(JsonNumber.of(-0x1p63).longValue()).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> JsonNumber.of(0.5).longValue())
        .isInstanceOf(IllegalStateException.class);
    for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> JsonNumber.of(odd)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void whatMustBeEscapedIsWhereverItStands() {
    // Short texts and long ones are written in different ways.
    for (int before = 0; before < 80; before += before < 20 ? 1 : 7) {
      String start = "x".repeat(before);
      for (int c = 0; c < 0x100; c++) {
        String text = start + (char) c + "yz";
        String escaped =
            switch (c) {
              case '"' -> "\\\"";
              case '\\' -> "\\\\";
              case '\b' -> "\\b";
              case '\t' -> "\\t";
              case '\n' -> "\\n";
              case '\f' -> "\\f";
              case '\r' -> "\\r";
              default -> c < 0x20 ? "\\u%04X".formatted(c) : Character.toString(c);
            };
        String written = start + escaped + "yz";
        assertThat(new String(JsonWriter.bytes(JsonString.of(text)), UTF_8))
            .isEqualTo('"' + written + '"');
        assertThat(new String(JsonWriter.bytes(JsonString.of(text.repeat(3))), UTF_8))
            .isEqualTo('"' + written.repeat(3) + '"');
      }
    }
  }

  @Test
  void aFrameLeavesRoomAroundTheValue() {
    JsonValue value = JsonReader.DEFAULT.read("{\"a\":[1,true,null,\"?\"]}");
    JsonWriter writer = new JsonWriter();
    byte[] framed = writer.framed(value, 3, 2);
    assertThat(framed).startsWith(0, 0, 0).endsWith(0, 0);
    assertThat(new String(framed, 3, framed.length - 5, UTF_8)).isEqualTo(value.toString());
    byte[] escaped = writer.framed(JsonString.of("ab\n\u00e9"), 1, 4);
    assertThat(new String(escaped, UTF_8)).isEqualTo("\0\"ab\\n\u00e9\"\0\0\0\0");
    assertThat(new String(framed, 3, framed.length - 5, UTF_8)).isEqualTo(value.toString());
  }

  @Test
  void halfASurrogatePairIsWrittenAsAnEscape() {
    for (String half : List.of("\uD800", "\uDC00", "x\uD800y", "\uDC00\uD800")) {
      String written = new String(JsonWriter.bytes(JsonString.of(half)), UTF_8);
      assertThat(written).matches("\"x?(\\\\u[dD][8cC]00)+y?\"");
    }
    String around = "?\uD83D\uDE00\n".repeat(30);
    String whole = around.replace("\n", "\\n");
    assertThat(JsonWriter.text(JsonString.of(around))).isEqualTo('"' + whole + '"');
    assertThat(JsonWriter.text(JsonString.of(around + "\uD83D" + around)))
        .isEqualTo('"' + whole + "\\uD83D" + whole + '"');
  }

  @Test
  void depthCountsArraysAndObjects() {
    assertThat(JsonNull.NULL.depth()).isZero();
    assertThat(JsonReader.DEFAULT.read("{\"a\":[],\"b\":{\"c\":[1]}}").depth()).isEqualTo(3);
  }

  private static JsonValue reversed(JsonValue value) {
    return switch (value) {
      case JsonArray array ->
          JsonArray.of(array.elements().stream().map(JsonValueTest::reversed).toList());
      case JsonObject object -> {
        JsonObject.Builder builder = JsonObject.builder();
        for (String name : object.names().reversed()) {
          builder.put(name, reversed(object.at(name)));
        }
        yield builder.build();
      }
      default -> value;
    };
  }

  private static BigDecimal exact(JsonNumber number) {
    return number.isIntegral()
        ? BigDecimal.valueOf(number.longValue())
        : new BigDecimal(number.doubleValue());
  }

  @Provide
  Arbitrary<JsonValue> any() {
    return JsonValues.any();
  }

  @Provide
  Arbitrary<JsonValue> stored() {
    return JsonValues.stored();
  }

  @Provide
  Arbitrary<JsonNumber> numbers() {
    return JsonValues.numbers();
  }

  @Provide
  Arbitrary<String> texts() {
    return JsonValues.texts();
  }
}
