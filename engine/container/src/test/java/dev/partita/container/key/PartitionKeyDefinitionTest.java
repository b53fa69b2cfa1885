package dev.partita.container.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyDefinitionTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "{\"paths\":[\"/pk\"]}; {\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":1}",
        "{\"kind\":\"Hash\",\"paths\":[\"/pk\"],\"version\":2};"
            + " {\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}",
        "{\"kind\":\"MultiHash\",\"paths\":[\"/a\",\"/b\"],\"version\":\"V2\"};"
            + " {\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":2}",
        "{\"kind\":\"Hash\",\"paths\":[\"/a/\\\"b c\\\"\"],\"version\":\"V1\"};"
            + " {\"paths\":[\"/a/\\\"b c\\\"\"],\"kind\":\"Hash\",\"version\":1}",
        "{\"kind\":\"Range\",\"paths\":[\"/a\"],\"version\":null};"
            + " {\"paths\":[\"/a\"],\"kind\":\"Range\",\"version\":1}",
        "{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"version\":2,\"systemKey\":true};"
            + " {\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"version\":2,\"systemKey\":true}",
      })
  void readsWhatClientsSendAndAnswersWithANumericVersion(String sent, String answered) {
    PartitionKeyDefinition definition =
        PartitionKeyDefinition.fromJson(JsonReader.DEFAULT.read(sent));
    assertThat(definition.toJson()).hasToString(answered);
    assertThat(PartitionKeyDefinition.fromJson(definition.toJson())).isEqualTo(definition);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "\"/a\"",
        "{}",
        "{\"paths\":\"/a\"}",
        "{\"paths\":[]}",
        "{\"paths\":[1]}",
        "{\"paths\":[\"a\"]}",
        "{\"paths\":[\"/a/*\"]}",
        "{\"paths\":[\"/a/?\"]}",
        "{\"paths\":[\"/a\",\"/b\",\"/c\",\"/d\"]}",
        "{\"paths\":[\"/a\",\"/a\"]}",
        "{\"paths\":[\"/a\",\"/\\\"a\\\"\"]}",
        "{\"paths\":[\"/a/b\",\"/a\"]}",
        "{\"paths\":[\"/a\"],\"kind\":\"Sorted\"}",
        "{\"paths\":[\"/a\"],\"kind\":7}",
        "{\"paths\":[\"/a\"],\"version\":3}",
        "{\"paths\":[\"/a\"],\"version\":1.5}",
        "{\"paths\":[\"/a\"],\"version\":\"V3\"}",
        "{\"paths\":[\"/a\"],\"version\":true}",
        "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\"}",
        "{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":1}",
      })
  void refusesWhatNoContainerCanHave(String sent) {
    assertThatThrownBy(() -> PartitionKeyDefinition.fromJson(JsonReader.DEFAULT.read(sent)))
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void takesTheKeyOutOfADocument() {
    PartitionKeyDefinition definition = PartitionKeyDefinition.multiHash("/tenant", "/a/b", "/c");
    JsonObject document =
        (JsonObject)
            JsonReader.DEFAULT.read("{\"tenant\":\"t\",\"a\":{\"b\":5.0},\"c\":{\"d\":1}}");
    assertThat(definition.extract(document)).hasToString("[\"t\",5,{}]");
    assertThat(definition.extract(JsonObject.EMPTY)).hasToString("[{},{},{}]");
    assertThat(PartitionKeyDefinition.SYSTEM.extract(document)).hasToString("[{}]");
  }

  @Test
  void readsTheKeyOfARequest() {
    PartitionKeyDefinition pair = PartitionKeyDefinition.multiHash("/a", "/b");
    assertThat(pair.parse("[\"x\",1]")).hasToString("[\"x\",1]");
    assertThat(pair.parsePrefix("[\"x\"]")).hasToString("[\"x\"]");
    assertThat(pair.parsePrefix("[\"x\",1]")).hasToString("[\"x\",1]");
    for (String wrong : List.of("[]", "[\"x\"]", "[1,2,3]")) {
      assertThatThrownBy(() -> pair.parse(wrong))
          .isInstanceOf(DatabaseException.class)
          .hasMessageContaining("/a, /b");
    }
    assertThatThrownBy(() -> pair.parsePrefix("[]")).isInstanceOf(DatabaseException.class);
    assertThatThrownBy(() -> PartitionKeyDefinition.hash("/a", "/b").parsePrefix("[1]"))
        .isInstanceOf(DatabaseException.class);
    assertThat(PartitionKeyDefinition.SYSTEM.parse("[]")).hasToString("[{}]");
    assertThat(PartitionKeyDefinition.SYSTEM.parse("[{}]")).hasToString("[{}]");
    assertThat(PartitionKeyDefinition.SYSTEM.parse("[\"x\"]")).hasToString("[\"x\"]");
  }

  @Test
  void limitsTheLengthOfKeys() {
    PartitionKeyDefinition v1 =
        new PartitionKeyDefinition(List.of(JsonPath.of("a")), PartitionKind.HASH, 1, false);
    assertLimit(v1, 2048);
    assertLimit(PartitionKeyDefinition.hash("/a"), 2048);
    // The limit counts bytes, not characters.
    assertThatThrownBy(() -> v1.extract(JsonObject.of("a", JsonString.of("é".repeat(1025)))))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("size bytes 2050");
  }

  @Test
  void whatIsPlainlyOfAKeyHasThatKey() {
    PartitionKeyDefinition definition = PartitionKeyDefinition.hash("/k");
    JsonObject text = JsonObject.of("k", JsonString.of("é"));
    JsonObject number = JsonObject.of("k", JsonNumber.of(1));
    JsonObject tooLong = JsonObject.of("k", JsonString.of("é".repeat(1025)));

    assertThat(definition.isPlainlyOf(text, definition.extract(text))).isTrue();
    assertThat(definition.isPlainlyOf(text, PartitionKey.of("e"))).isFalse();
    assertThat(definition.isPlainlyOf(text, PartitionKey.EMPTY)).isFalse();
    assertThat(definition.isPlainlyOf(number, definition.extract(number))).isFalse();
    assertThat(definition.isPlainlyOf(tooLong, PartitionKey.of("é".repeat(1025)))).isFalse();
  }

  private static void assertLimit(PartitionKeyDefinition definition, int limitBytes) {
    String longest = "x".repeat(limitBytes);
    assertThat(definition.extract(JsonObject.of("a", JsonString.of(longest))))
        .isEqualTo(PartitionKey.of(longest));
    assertThatThrownBy(() -> definition.parse("[\"" + longest + "x\"]"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("limit bytes " + limitBytes);
  }
}
