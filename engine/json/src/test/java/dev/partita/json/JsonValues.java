package dev.partita.json;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random values, with an eye for the odd ones. */
public final class JsonValues {

  private JsonValues() {}

  /** Anything that can be stored: not undefined, and all text well-formed. */
  public static Arbitrary<JsonValue> stored() {
    return nested(3);
  }

  private static Arbitrary<JsonValue> nested(int depth) {
    if (depth == 0) {
      return scalars();
    }
    return Arbitraries.oneOf(
        scalars(),
        nested(depth - 1).list().ofMaxSize(4).map(JsonArray::of),
        objects(nested(depth - 1), 4),
        // Enough members to need an index.
        objects(scalars(), 20));
  }

  /** Anything at all. */
  public static Arbitrary<JsonValue> any() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(JsonUndefined.UNDEFINED)), Tuple.of(12, stored()));
  }

  private static Arbitrary<JsonValue> objects(Arbitrary<JsonValue> values, int maxSize) {
    return Combinators.combine(texts(), values)
        .as(JsonObject.Member::new)
        .list()
        .ofMaxSize(maxSize)
        .map(JsonValues::object);
  }

  public static Arbitrary<JsonValue> scalars() {
    return Arbitraries.oneOf(
        Arbitraries.of(JsonNull.NULL, JsonBoolean.FALSE, JsonBoolean.TRUE),
        numbers().map(number -> number),
        texts().map(JsonString::of));
  }

  public static Arbitrary<JsonNumber> numbers() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(JsonNumber::of),
        Arbitraries.longs().between(-3, 3).map(JsonNumber::of),
        Arbitraries.doubles().map(JsonNumber::of),
        // Around the ends of exact integers, in doubles and in 64 bits.
        Combinators.combine(
                Arbitraries.of(1L << 53, -(1L << 53), Long.MAX_VALUE, Long.MIN_VALUE),
                Arbitraries.longs().between(-3, 3))
            .as((edge, step) -> JsonNumber.of(edge + step)),
        Arbitraries.of(
                0.0,
                -0.0,
                0.5,
                -0.5,
                0x1p53,
                0x1p63,
                -0x1p63,
                0x1p64,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                Math.nextDown(0x1p63),
                Math.nextUp(0x1p63))
            .map(JsonNumber::of));
  }

  public static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "a", "b", "id", "\0", "\u007F", "\uFFFF", "\uE000", "\uD83D\uDE00"),
        Arbitraries.strings().ofMaxLength(12).map(JsonValues::wellFormed));
  }

  private static JsonObject object(List<JsonObject.Member> members) {
    JsonObject.Builder builder = JsonObject.builder();
    members.forEach(member -> builder.put(member.name(), member.value()));
    return builder.build();
  }

  /** The text with every half of a surrogate pair replaced. */
  private static String wellFormed(String text) {
    return text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
