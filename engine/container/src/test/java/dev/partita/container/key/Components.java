package dev.partita.container.key;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Random components of partition keys, with an eye for the odd ones. */
final class Components {

  private Components() {}

  static Arbitrary<JsonValue> any() {
    return Arbitraries.oneOf(
        Arbitraries.of(JsonUndefined.UNDEFINED, JsonNull.NULL, JsonBoolean.FALSE, JsonBoolean.TRUE),
        Arbitraries.doubles().map(JsonNumber::of),
        Arbitraries.of(
                0.0,
                -0.0,
                Double.MIN_VALUE,
                -Double.MIN_VALUE,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                0x1p63)
            .map(JsonNumber::of),
        Arbitraries.integers().map(JsonNumber::of),
        Arbitraries.strings()
            .withChars('\0', 'a', 'b', '\u00FF', '\uFFFF', '\u4F60')
            .ofMaxLength(4)
            .map(JsonString::of),
        Arbitraries.strings().ofMaxLength(20).map(Components::wellFormed).map(JsonString::of));
  }

  /** The text with every half of a surrogate pair replaced. */
  private static String wellFormed(String text) {
    return text.codePoints()
        .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
