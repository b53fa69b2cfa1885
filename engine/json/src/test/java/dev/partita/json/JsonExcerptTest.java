package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
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
      JsonExcerpt excerpt = excerpt(wanted);
      JsonObject read = excerpt.read(padded, 5, length);
      for (String name : wanted) {
        assertThat(read.at(name)).isEqualTo(document.at(name));
      }
      JsonExcerpt.Reader reader = excerpt.reader();
      for (int cut = 0; cut <= length; cut++) {
        JsonObject beginning = reader.readBeginning(Arrays.copyOf(padded, 5 + cut), 5, cut);
        assertThat(beginning == null || beginning.equals(read)).isTrue();
      }
      assertThat(reader.read(padded, 5, length)).isEqualTo(read);
    }
  }

  @Test
  void takesNothingForANameThatOnlyLooksLikeOne() {
    byte[] text = "{\"a\":1,\"b\":2}".getBytes(UTF_8);
    assertThat(excerpt(List.of("a\":1,\"b")).read(text, 0, text.length)).isEmpty();
    assertThat(excerpt(List.of("b")).read(text, 0, text.length)).hasToString("{\"b\":2}");
  }

  @Test
  void needsNoMoreThanTheTextUpToWhatIsWanted() {
    byte[] text = "{\"first name\":\"x\",\"n\":12345,\"rest\":[1,2,3]}".getBytes(UTF_8);
    JsonExcerpt.Reader reader = excerpt(List.of("n", "first name")).reader();
    int behind = "{\"first name\":\"x\",\"n\":12345,".length();
    assertThat(reader.readBeginning(text, 0, behind - 1)).isNull();
    assertThat(reader.readBeginning(text, 0, behind))
        .hasToString("{\"first name\":\"x\",\"n\":12345}");
  }

  @Property(tries = 2000)
  void readsNumbersAsTheReaderDoes(@ForAll long digits, @ForAll @IntRange(max = 20) int places) {
    BigDecimal number = BigDecimal.valueOf(digits % (long) Math.pow(10, places % 7 + 12), places);
    for (String text : List.of(number.toPlainString(), number.toString())) {
      byte[] object = ("{\"a\":" + text + ",\"b\":1}").getBytes(UTF_8);
      assertThat(excerpt(List.of("a")).read(object, 0, object.length).at("a"))
          .hasToString(JsonReader.DEFAULT.read(text).toString());
    }
  }

  @Test
  void passesOverWhatIsNotWanted() {
    byte[] text = "{\"a\":{\"b\":[1,\"]}\"]},\"c\":-12.5e3,\"d\":[null,true]}".getBytes(UTF_8);
    JsonObject read = excerpt(List.of("c", "d")).read(text, 0, text.length);
    assertThat(read).hasToString("{\"c\":-12500,\"d\":[null,true]}");
  }

  @Test
  void readsTextThatTheWriterWouldNotWrite() {
    byte[] text = " { \"a\" : 1, \"\\u0062\" : 2 } ".getBytes(UTF_8);
    JsonObject read = excerpt(List.of("b")).read(text, 0, text.length);
    assertThat(read.at("b")).isEqualTo(JsonNumber.of(2));
  }

  @Test
  void readsTextsWhoseMembersAreNotThoseOfTheOneBefore() {
    List<String> texts =
        List.of(
            "{'id':'a','number':12,'price':3,'text':'something that is long enough'}",
            "{'id':'b','number':13,'price':4,'text':'something that is long enough'}",
            "{'id':'c','numbed':14,'price':5,'text':'something that is long enough'}",
            "{'id':'c','numbes':14,'prices':5,'price':6,'text':'something that is long enough'}",
            "{'price':7,'id':'d','number':15,'text':'something that is long enough'}",
            "{'text':'something that is long enough','a longer name than these':{'price':8}}",
            "{'id':{'number':16,'price':9},'number':[17,{'price':10}],'price':-11,'x':1}",
            "{'id':'number','pk':'price','number':'18','price':'12','text':'long enough for it'}",
            "{'i':'e','number of names':1,'number':19,'price':false,'text':'long enough for it'}",
            "{'id':'quote \\\" in it','number':0,'price':0.5,'text':'long enough for it'}",
            "{'id':'','number':12345678,'price':123456789012,'text':'long enough for it'}",
            "{}");
    JsonExcerpt.Reader reader = excerpt(List.of("number", "price")).reader();
    for (String first : texts) {
      for (String second : texts) {
        for (String text : List.of(first, second)) {
          byte[] utf8 = text.replace('\'', '"').getBytes(UTF_8);
          JsonObject whole = (JsonObject) JsonReader.DEFAULT.read(utf8);
          JsonObject read = reader.read(utf8, 0, utf8.length);
          assertThat(read.at("number")).isEqualTo(whole.at("number"));
          assertThat(read.at("price")).isEqualTo(whole.at("price"));
          assertThat(read.at("id").isUndefined()).isTrue();
        }
      }
    }
  }

  @Test
  void keepsTheNamesOfManyMembers() {
    JsonExcerpt.Reader reader = excerpt(List.of("n99", "n7")).reader();
    for (int document = 0; document < 3; document++) {
      JsonObject.Builder many = JsonObject.builder();
      for (int i = 0; i < 120; i++) {
        many.put("n" + i, JsonNumber.of(1000 * document + i));
      }
      byte[] text = JsonWriter.bytes(many.build());
      assertThat(reader.read(text, 0, text.length))
          .hasToString(
              "{\"n7\":%d,\"n99\":%d}".formatted(1000 * document + 7, 1000 * document + 99));
    }
  }

  @Test
  void keepsTheNamesAndStringsOfValuesApart() {
    JsonExcerpt.Reader reader = excerpt(List.of("lines", "city")).reader();
    for (int n = 0; n < 3_000; n++) {
      // Few at first, and then ever new ones, some of which have to be read with care.
      int kind = n < 1_500 ? n % 7 : n;
      JsonObject line =
          JsonObject.builder()
              .put("sku", "sku-" + kind)
              .put("name" + kind, JsonNumber.of(n))
              .put("quoted \" " + kind, "a \\ and more")
              .build();
      JsonObject document =
          JsonObject.builder()
              .put("city", "city-" + kind)
              .put("lines", JsonArray.of(line, JsonObject.of("name", line)))
              .build();
      byte[] text = JsonWriter.bytes(document);
      assertThat(reader.read(text, 0, text.length)).isEqualTo(document);
    }
  }

  @Test
  void whatAScanFailsOnIsReadThePlainWayAndTold() {
    List<RuntimeException> failures = new ArrayList<>();
    JsonExcerpt excerpt = new JsonExcerpt(List.of("a"), failures::add);
    ExcerptScan failing =
        new ExcerptScan(excerpt) {
          @Override
          JsonObject read(byte[] utf8, int offset, int length) {
            throw new ArrayIndexOutOfBoundsException(16);
          }
        };
    byte[] text = "{\"a\":1}".getBytes(UTF_8);
    JsonExcerpt.Reader reader = excerpt.new Reader(failing);
    assertThat(reader.readBeginning(text, 0, text.length)).isNull();
    assertThat(reader.read(text, 0, text.length)).hasToString("{\"a\":1}");
    assertThat(failures).hasSize(2).hasOnlyElementsOfType(ArrayIndexOutOfBoundsException.class);
  }

  /** An excerpt whose scans must not fail. */
  static JsonExcerpt excerpt(Collection<String> names) {
    return new JsonExcerpt(
        names,
        failure -> {
          throw new AssertionError("The scan failed.", failure);
        });
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
