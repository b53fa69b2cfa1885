package dev.partita.index;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random values for terms, with an eye for those that are hard to put in order. */
final class Values {

  private Values() {}

  static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  static Arbitrary<JsonValue> any() {
    return Arbitraries.oneOf(
        scalars(),
        Arbitraries.of(
            JsonUndefined.UNDEFINED,
            JsonArray.EMPTY,
            JsonArray.of(JsonNull.NULL),
            JsonObject.EMPTY,
            JsonObject.of("a", JsonNull.NULL)));
  }

  static Arbitrary<JsonValue> scalars() {
    return Arbitraries.oneOf(
        Arbitraries.of(JsonNull.NULL, JsonBoolean.FALSE, JsonBoolean.TRUE),
        numbers(),
        texts().map(JsonString::of));
  }

  static Arbitrary<JsonValue> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(JsonNumber::of),
        Arbitraries.longs().between(-2, 2).map(JsonNumber::of),
        Arbitraries.doubles().map(JsonNumber::of),
        Combinators.combine(
                Arbitraries.of(1L << 53, -(1L << 53), 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE),
                Arbitraries.longs().between(-1500, 1500))
            .as((edge, step) -> JsonNumber.of(edge + step)),
        Arbitraries.of(-0.0, 0x1p63, -0x1p63, 0x1p64, Math.nextUp(0x1p63), Math.nextDown(0x1p63))
            .map(JsonNumber::of));
  }

  /** Short ones, and some around the length at which terms are cut. */
  static Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "", "a", "b", "\0", "\u0001", "\u007F", "é", "\uFFFF", "\uE000", "\uD83D\uDE00");
    Arbitrary<String> tails = pieces.list().ofMaxSize(4).map(list -> String.join("", list));
    return Arbitraries.oneOf(
        tails,
        Combinators.combine(Arbitraries.integers().between(120, 130), tails)
            .as((length, tail) -> "x".repeat(length) + tail));
  }
}
