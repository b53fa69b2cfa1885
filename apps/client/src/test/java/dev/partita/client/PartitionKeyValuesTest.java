package dev.partita.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionKeyValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ada; [\"ada\"]",
        "5; [\"5\"]",
        "[5]; [5]",
        "[\"acme\",7,true,null,{}]; [\"acme\",7,true,null,{}]",
        "[not json; [\"[not json\"]",
      })
  void readsWhatAUserWrites(String text, String json) {
    assertThat(PartitionKeyValues.parse(text)).hasToString(json);
  }

  @Test
  void takesTheValuesOfAnItem() {
    var item =
        (JsonObject)
            JsonReader.DEFAULT.read("{\"a\":{\"b\":1,\"c d\":\"x\"},\"list\":[1],\"no\":null}");
    assertThat(PartitionKeyValues.of(item, List.of("/a/b", "/a/\"c d\"", "/no")))
        .hasToString("[1,\"x\",null]");
    assertThat(PartitionKeyValues.of(item, List.of("/missing/b", "/list", "/a")))
        .hasToString("[{},{},{}]");
  }

  /** The header is ASCII only, and equivalent. */
  @Property
  void goesIntoAHeader(@ForAll String text) {
    String whole = new String(text.getBytes(UTF_8), UTF_8);
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(whole));
    assertThat(key.header()).matches("\\p{ASCII}*");
    assertThat(JsonReader.DEFAULT.read(key.header())).isEqualTo(key.json());
  }
}
