package dev.partita.net.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadWriterTest {

  private final HeadWriter head = new HeadWriter();

  @Test
  void writesFieldsWithoutTheBlanksAroundThem() {
    head.text("HTTP/1.1 200 OK\r\n");
    head.field("a", " b c\t");
    head.field("empty", "  ");
    head.field("etag", "\u00e9\u2026");
    assertThat(written()).isEqualTo("HTTP/1.1 200 OK\r\na: b c\r\nempty: \r\netag: \u00e9?\r\n");
  }

  @Test
  void growsAsItNeedsTo() {
    String value = "v".repeat(5_000);
    head.field("a", value);
    head.field("b", value);
    assertThat(written()).isEqualTo("a: " + value + "\r\nb: " + value + "\r\n");
    assertThat(head.length()).isEqualTo(2 * value.length() + 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a:", "a\r", "\u010d", "\u007f"})
  void refusesNamesThatAreNone(String name) {
    assertThatThrownBy(() -> head.field(name, "value"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb: c", "a\n", "\rb", "a\u0000b", "\u007f"})
  void refusesValuesThatWouldEndTheirField(String value) {
    assertThatThrownBy(() -> head.field("name", value))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private String written() {
    ByteBuf bytes = Unpooled.buffer();
    head.writeTo(bytes);
    return bytes.toString(ISO_8859_1);
  }
}
