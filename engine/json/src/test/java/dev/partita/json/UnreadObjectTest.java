package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnreadObjectTest {

  @Test
  void isLikeTheObjectThatItsTextIs() {
    String text = "{\"a\":1,\"é\":[true,null]}";
    byte[] padded = ("..." + text + ".").getBytes(UTF_8);
    JsonObject read = (JsonObject) JsonReader.DEFAULT.read(text);
    UnreadObject unread = new UnreadObject(padded, 3, padded.length - 4);

    assertThat(unread.text()).isEqualTo(text);
    assertThat(unread).isEqualTo(read).hasSameHashCodeAs(read).hasToString(text);
    assertThat(read).isEqualTo(unread);
    assertThat(unread.at("é")).isEqualTo(read.at("é"));
    assertThat(unread.with("a", JsonUndefined.UNDEFINED)).isEqualTo(read.without("a"));
    assertThat(JsonWriter.text(unread)).isEqualTo(text);
    assertThat(unread.names()).containsExactly("a", "é");
  }
}
