package dev.partita.table.edm;

import static dev.partita.testkit.Expect.assertFails;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What requests have for entities is read with types and digits as they are written, or refused.
 */
class EntityReaderTest {

  private static final EntityReader READER = new EntityReader();

  /** Reads from the middle of other bytes, as the parts of a transaction are. */
  private static Entity read(String json) {
    byte[] bytes = ("##" + json + "#").getBytes(UTF_8);
    return READER.read(bytes, 2, bytes.length - 3);
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
  void whatIsNoEntityIsTheMistakeOfItsSender(@ForAll("entities") String json) {
    try {
      for (Property property : read(json).properties()) {
        assertThat(property.name()).doesNotStartWith("odata.").doesNotContain("@odata.");
      }
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "[]", "1", "{\"a\"", "{\"a\":", "{\"a\":1", "{,}", "{}x"})
  void whatIsNotAnObjectIsRefused(String json) {
    assertFails(ErrorCode.BAD_REQUEST, () -> read(json));
  }

  @Test
  void anEntityMayHaveNothing() {
    assertThat(read(" { } ")).isEqualTo(new Entity(null, null, List.of()));
  }

  @Test
  void aValueIsOfTheTypeThatIsSaidOrOfTheOneItIsWrittenAs() {
    Entity entity =
        read(
            "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"Name\":\"x\\ny\",\"Age\":-7,\"Score\":2.50,"
                + "\"Whole\":2.0,\"Active\":true,\"None\":null,\"N@odata.type\":\"Edm.Int64\","
                + "\"N\":\"12\",\"D\":1,\"D@odata.type\":\"Edm.Double\"}");
    assertThat(entity)
        .isEqualTo(
            new Entity(
                "p",
                "r",
                List.of(
                    new Property("Name", new EdmValue.Text("x\ny")),
                    new Property("Age", new EdmValue.Int32(-7)),
                    new Property("Score", new EdmValue.Real(2.5)),
                    new Property("Whole", new EdmValue.Real(2)),
                    new Property("Active", new EdmValue.Flag(true)),
                    new Property("N", new EdmValue.Int64(12)),
                    new Property("D", new EdmValue.Real(1)))));
  }

  @Test
  void aNameThatIsThereTwiceIsRefused() {
    assertFails(ErrorCode.BAD_REQUEST, () -> read("{\"a\":1,\"a\":2}"));
    assertFails(
        ErrorCode.BAD_REQUEST,
        () -> read("{\"a@odata.type\":\"Edm.Int64\",\"a\":\"1\",\"a@odata.type\":\"Edm.Int64\"}"));
  }
}
