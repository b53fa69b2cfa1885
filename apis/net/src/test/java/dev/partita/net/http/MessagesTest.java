package dev.partita.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.net.transport.NetLimits;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Requests, responses and what they are made of. */
class MessagesTest {

  @Property(tries = 500)
  void writesAnyTextAsJson(@ForAll String name, @ForAll String text, @ForAll long number)
      throws IOException {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("n" + name, text);
    fields.put("number", number);
    fields.put("truth", true);
    try (JsonParser parser = new JsonFactory().createParser(FlatJson.object(fields))) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      assertThat(parser.nextFieldName()).isEqualTo("n" + name);
      assertThat(parser.nextTextValue()).isEqualTo(text);
      assertThat(parser.nextFieldName()).isEqualTo("number");
      assertThat(parser.nextToken()).isEqualTo(JsonToken.VALUE_NUMBER_INT);
      assertThat(parser.getLongValue()).isEqualTo(number);
      assertThat(parser.nextFieldName()).isEqualTo("truth");
      assertThat(parser.nextBooleanValue()).isTrue();
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
    }
  }

  @Test
  void keepsTextEncodable() {
    assertThat(FlatJson.object(Map.of("a", "\ud800x\udc00 \ud83c\udfb5")))
        .isEqualTo("{\"a\":\"\\ud800x\\udc00 \ud83c\udfb5\"}");
  }

  @Test
  void findsHeadersWhateverTheirCase() {
    Headers headers = Headers.of("Accept", "a", "X-Two", "1", "accept", "b").with("x-two", "2");
    assertThat(headers.first("ACCEPT")).isEqualTo("a");
    assertThat(headers.all("x-TWO")).containsExactly("1", "2");
    assertThat(headers.first("x-three")).isNull();
    assertThat(headers.has("x-three")).isFalse();
  }

  @Test
  void keepsSecretsOutOfLogs() {
    var request =
        new Request("GET", "/a", "sig=secret", Headers.of("Authorization", "secret"), new byte[3]);
    assertThat(request.toString()).isEqualTo("GET /a [Authorization] 3 bytes");
    assertThat(Response.of(200).with("set-cookie", "secret").toString())
        .isEqualTo("200 [set-cookie] 0 bytes");
  }

  @Test
  void namesErrorsAsTheServiceDoes() {
    assertThat(Errors.camelCase(ErrorCode.NOT_FOUND)).isEqualTo("NotFound");
    assertThat(Errors.camelCase(ErrorCode.CONFLICT)).isEqualTo("Conflict");
  }

  @Test
  void formatsTheDateAnewEachSecond() {
    var clock = new ManualClock(1_000_000_000_999L);
    var date = new HttpDate(clock);
    assertThat(date.now()).isEqualTo("Sun, 09 Sep 2001 01:46:40 GMT");
    clock.advanceMillis(1);
    assertThat(date.now()).isEqualTo("Sun, 09 Sep 2001 01:46:41 GMT");
  }

  @Test
  void refusesLimitsThatLimitEverything() {
    assertThatThrownBy(() -> NetLimits.standard().withIdleMillis(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("idleMillis");
  }
}
