package dev.partita.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

  @Test
  void readsAllTypesAndKeepsTheOrderOfMembers() {
    String text = "{\"z\":[null,true,false,1,-2.5,\"é\"],\"a\":{},\"m\":[]}";
    JsonObject object = JsonReader.DEFAULT.readObject(text.getBytes(UTF_8));
    assertThat(object.names()).containsExactly("z", "a", "m");
    assertThat(object.at("z"))
        .isEqualTo(
            JsonArray.of(
                JsonNull.NULL,
                JsonBoolean.TRUE,
                JsonBoolean.FALSE,
                JsonNumber.of(1),
                JsonNumber.of(-2.5),
                JsonString.of("é")));
    assertThat(object.at("missing")).isEqualTo(JsonUndefined.UNDEFINED);
    assertThat(object).hasToString(text);
    assertThat(new String(JsonWriter.bytes(object), UTF_8)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "9007199254740993, 9007199254740993",
    "5.0, 5",
    "1e3, 1000",
    "1.5E+2, 150",
    "0.1, 0.1",
    "-0.0, -0.0",
    "-0, -0.0",
    "0, 0",
    "1e300, 1.0E300",
    "5e-324, 4.9E-324",
    "9223372036854775808, 9.223372036854776E18",
    "-9223372036854775809, -9223372036854775808",
    "123456789012345678901234567890, 1.2345678901234568E29",
  })
  void writesNumbersAsTheyAreWorth(String text, String written) {
    assertThat(JsonReader.DEFAULT.read(text)).hasToString(written);
    assertThat(JsonWriter.bytes(JsonReader.DEFAULT.read(text))).asString().isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "{",
        "[1,]",
        "{\"a\":}",
        "{a:1}",
        "nul",
        "'a'",
        "01",
        "+1",
        ".5",
        "1.",
        "NaN",
        "Infinity",
        "-Infinity",
        "[1 2]",
        "\"\u0001\"",
        "\"\\x\"",
        "// c\n1",
        "1 2",
        "{} []",
        "}"
      })
  void refusesWhatIsNotJson(String text) {
    assertThatThrownBy(() -> JsonReader.DEFAULT.read(text))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  void saysWhereTheTextIsWrong() {
    assertThat(refusal("{\n  \"a\": 1,\n  \"b\": x\n}").context())
        .containsEntry("line", 3)
        .containsEntry("column", 8)
        .containsEntry("offset", 19L)
        .containsKey("reason");
  }

  @Test
  void takesTheLastOfPropertiesWithTheSameName() {
    String text = "{\"a\":1,\"b\":{\"twice\":1,\"x\":2,\"tw\\u0069ce\":[3]},\"a\":null}";
    assertThat(JsonReader.DEFAULT.read(text))
        .hasToString("{\"a\":null,\"b\":{\"twice\":[3],\"x\":2}}");
  }

  @Test
  void findsTheSameNameAmongManyProperties() {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < 1000; i++) {
      text.append("\"p").append(i).append("\":").append(i).append(',');
    }
    JsonObject object = (JsonObject) JsonReader.DEFAULT.read(text + "\"last\":0}");
    assertThat(object.size()).isEqualTo(1001);
    assertThat(object.at("p777")).isEqualTo(JsonNumber.of(777));
    JsonObject again = (JsonObject) JsonReader.DEFAULT.read(text + "\"p500\":\"last\"}");
    assertThat(again.size()).isEqualTo(1000);
    assertThat(again.at("p500")).isEqualTo(JsonString.of("last"));
  }

  @Test
  void limitsTheDepth() {
    JsonReader reader = new JsonReader(3);
    assertThat(reader.read("[[[]]]")).isInstanceOf(JsonArray.class);
    assertThat(reader.read("{\"a\":[{}]}")).isInstanceOf(JsonObject.class);
    assertThatThrownBy(() -> reader.read("[[[[]]]]"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("nests too deep")
        .hasMessageContaining("max depth 3")
        .hasMessageContaining("column 4");
    assertThat(JsonReader.DEFAULT.read("[".repeat(128) + "]".repeat(128))).isNotNull();
    assertThat(refusal("[".repeat(1_000_000)).context()).containsEntry("maxDepth", 128);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e309", "-1e309", "[1e400]"})
  void refusesNumbersBeyondADouble(String text) {
    assertThat(refusal(text).text()).contains("beyond the range");
  }

  @Test
  void refusesIntegersOfAbsurdLength() {
    assertThat(refusal("9".repeat(400)).text()).contains("beyond the range");
    assertThat(refusal("9".repeat(100_000)).code()).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\udc00\\ud800\""})
  void refusesHalfASurrogatePair(String text) {
    assertThat(refusal(text).text()).contains("surrogate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud800x", "aaaaaaaa\\ud800"})
  void refusesHalfASurrogatePairInAName(String name) {
    assertThat(refusal("{\"" + name + "\":1}").code()).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void readsCharactersBeyondTheBasicPlane() {
    assertThat(((JsonObject) JsonReader.DEFAULT.read("{\"\\ud83d\\ude00\":1}")).names())
        .containsExactly("\uD83D\uDE00");
    JsonValue smile = JsonString.of("\uD83D\uDE00");
    assertThat(JsonReader.DEFAULT.read("\"\\ud83d\\ude00\"")).isEqualTo(smile);
    assertThat(JsonReader.DEFAULT.read("\"\uD83D\uDE00\"")).isEqualTo(smile);
    assertThat(JsonWriter.bytes(smile)).isEqualTo("\"\uD83D\uDE00\"".getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0080",
        "\u00C3",
        "\u00C0\u0080",
        "\u00E0\u0080\u0080",
        "\u00ED\u00A0\u0080",
        "\u00F0\u0080\u0080\u0080",
        "\u00F4\u0090\u0080\u0080",
        "\u00F5\u0080\u0080\u0080",
        "\u00FF",
        "\u00E4\u00BD"
      })
  void refusesMalformedUtf8(String bytes) {
    byte[] text = ("\"" + bytes + "\"").getBytes(ISO_8859_1);
    DatabaseException refusal =
        catchThrowableOfType(DatabaseException.class, () -> JsonReader.DEFAULT.read(text));
    assertThat(refusal.text()).contains("UTF-8");
    assertThat(refusal.context()).containsEntry("offset", 1);
  }

  @Test
  void readsARangeOfBytesAndSkipsAByteOrderMark() {
    byte[] bytes = "xx\uFEFF{\"a\":1}yy".getBytes(UTF_8);
    assertThat(JsonReader.DEFAULT.read(bytes, 2, bytes.length - 4)).hasToString("{\"a\":1}");
  }

  @Test
  void readObjectRefusesOtherValues() {
    assertThatThrownBy(() -> JsonReader.DEFAULT.readObject("[]".getBytes(UTF_8)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("must be an object");
  }

  private static DatabaseException refusal(String text) {
    return catchThrowableOfType(
        DatabaseException.class, () -> JsonReader.DEFAULT.read(text.getBytes(UTF_8)));
  }
}
