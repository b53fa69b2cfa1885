package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class JsonExcerptTest {

  @Property(tries = 2000)
  void hasWhatIsWantedAndNothingElseChanges(
      @ForAll("values") JsonValue first,
      @ForAll("values") JsonValue second,
      @ForAll("values") JsonValue third,
      @ForAll("names") String other) {
    JsonObject document =
        JsonObject.builder()
            .put("a", first)
            .put(other, second)
            .put("text", "with \"quotes\" and \\ and \u0001")
            .put("b", third)
            .build();
    byte[] padded = ("....." + JsonWriter.text(document) + "...").getBytes(UTF_8);
    int length = padded.length - 8;
    List<String> all = new ArrayList<>(document.names());
    for (List<String> wanted : List.of(List.of("a"), List.of("b", "c"), all, List.<String>of())) {
      JsonObject read = new JsonExcerpt(wanted).read(padded, 5, length);
      for (String name : wanted) {
        assertThat(read.at(name)).isEqualTo(document.at(name));
      }
    }
  }

  @Test
  void passesOverWhatIsNotWanted() {
    byte[] text = "{\"a\":{\"b\":[1,\"]}\"]},\"c\":-12.5e3,\"d\":[null,true]}".getBytes(UTF_8);
    JsonObject read = new JsonExcerpt(List.of("c", "d")).read(text, 0, text.length);
    assertThat(read).hasToString("{\"c\":-12500,\"d\":[null,true]}");
  }

  @Test
  void readsTextThatTheWriterWouldNotWrite() {
    byte[] text = " { \"a\" : 1, \"\\u0062\" : 2 } ".getBytes(UTF_8);
    JsonObject read = new JsonExcerpt(List.of("b")).read(text, 0, text.length);
    assertThat(read.at("b")).isEqualTo(JsonNumber.of(2));
  }

  @Provide
  Arbitrary<JsonValue> values() {
    return JsonValues.stored();
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of("c", "longer name", "quo\"te", "é", "back\\slash", "");
  }
}
