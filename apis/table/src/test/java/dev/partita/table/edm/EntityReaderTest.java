package dev.partita.table.edm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There are two ways to read an entity, and nobody can tell which was taken. */
class EntityReaderTest {

  private static final EntityReader READER = new EntityReader();

  /** The entity, or why there is none. */
  private static Object read(String json, boolean plainly) {
    byte[] bytes = ("##" + json + "#").getBytes(UTF_8);
    try {
      return plainly
          ? READER.read(bytes, 2, bytes.length - 3)
          : READER.readAny(bytes, 2, bytes.length - 3);
    } catch (DatabaseException e) {
      return e.code() + " " + e.text() + " " + e.context();
    }
  }

  private static void isReadAlike(String json) {
    assertThat(read(json, true)).describedAs(json).isEqualTo(read(json, false));
  }

  @Provide
  Arbitrary<String> entities() {
    Arbitrary<String> blank = Arbitraries.of("", "", "", " ", "\n", "\t\r");
    Arbitrary<String> name =
        Arbitraries.of(
            "PartitionKey",
            "RowKey",
            "Timestamp",
            "a",
            "b",
            "odata.etag",
            "a@odata.type",
            "é",
            "b@odata.type",
            "c@x",
            "x\\u0041",
            "");
    Arbitrary<String> value =
        Arbitraries.of(
            "\"\"",
            "\"text\"",
            "\"Edm.Int64\"",
            "\"Edm.Double\"",
            "\"Edm.String\"",
            "\"12\"",
            "\"é\"",
            "\"a\\nb\"",
            "\"\u007f\"",
            "\"\t\"",
            "\"\\ud800\"",
            "\"",
            "1",
            "-0",
            "01",
            "-",
            "1.5",
            "-1.25e3",
            "1e5",
            "1.",
            ".5",
            "1e",
            "+1",
            "99999999999",
            "NaN",
            "true",
            "false",
            "null",
            "nul",
            "truex",
            "{}",
            "[1]",
            "");
    Arbitrary<String> member =
        Combinators.combine(blank, name, blank, value, blank)
            .as((b1, n, b2, v, b3) -> b1 + "\"" + n + "\"" + b2 + ":" + b2 + v + b3);
    Arbitrary<String> end = Arbitraries.of("}", "}", "}", "} ", "}x", ",}", "");
    return Combinators.combine(member.list().ofMaxSize(5), end)
        .as((members, close) -> "{" + String.join(",", members) + close);
  }

  @net.jqwik.api.Property
  void itIsTheSameWhicheverWayItIsRead(@ForAll("entities") String json) {
    isReadAlike(json);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "{", "{}", " { } ", "[]", "1", "{\"a\"", "{\"a\":", "{\"a\":1", "{,}"})
  void soIsWhatIsNoEntity(String json) {
    isReadAlike(json);
  }

  @Test
  void aUsualEntityIsReadPlainly() {
    String json =
        "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"Name\":\"x y\",\"Age\":-7,\"Score\":2.50,"
            + "\"Active\":true,\"None\":null,\"N@odata.type\":\"Edm.Int64\",\"N\":\"12\"}";
    byte[] bytes = json.getBytes(UTF_8);

    EntityMembers members = Objects.requireNonNull(new PlainEntity(bytes, 0, bytes.length).read());

    assertThat(members.entity())
        .isEqualTo(
            new Entity(
                "p",
                "r",
                List.of(
                    new Property("Name", new EdmValue.Text("x y")),
                    new Property("Age", new EdmValue.Int32(-7)),
                    new Property("Score", new EdmValue.Real(2.5)),
                    new Property("Active", new EdmValue.Flag(true)),
                    new Property("N", new EdmValue.Int64(12)))));
    isReadAlike(json);
  }
}
