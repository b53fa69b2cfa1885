package dev.partita.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.ErrorCode;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {

  @Test
  void readsTheMessageInEveryForm() {
    assertThat(message("{\"message\":\"Plain {a=1}\"}")).isEqualTo("Plain {a=1}");
    assertThat(
            message(
                "{\"message\":\"Message:"
                    + " {\\\"errors\\\":[{\\\"location\\\":{\\\"start\\\":1,\\\"end\\\":2},\\\"message\\\":\\\"Wrong.\\\"}]}\\r"
                    + "\\n"
                    + "ActivityId: x\"}"))
        .isEqualTo("Wrong. (at 1 to 2)");
    assertThat(
            message(
                "{\"message\":\"Message: {\\\"Errors\\\":[\\\"Large.\\\"]}\\r\\nActivityId: x\"}"))
        .isEqualTo("Large.");
    assertThat(
            message(
                "{\"message\":\"Message: {\\\"Errors\\\":[\\\"Large.\\\"]}\\r"
                    + "\\n"
                    + "ActivityId: x\\r"
                    + "\\n"
                    + "More {key=1}\"}"))
        .isEqualTo("More {key=1}");
    assertThat(message("no JSON \n")).isEqualTo("no JSON");
    assertThat(message("{\"other\":1}")).isEqualTo("{\"other\":1}");
  }

  @ParameterizedTest
  @CsvSource({
    "429, 3200, THROTTLED",
    "404, 0, NOT_FOUND",
    "404, 1003, OWNER_NOT_FOUND",
    "404, 7, NOT_FOUND",
    "400, 0, BAD_REQUEST",
    "418, 0, BAD_REQUEST",
    "502, 0, INTERNAL",
    "503, 0, UNAVAILABLE",
  })
  void knowsWhatARefusalMeans(int status, String subStatus, ErrorCode code) {
    Answer answer = answer(status, "{}", Map.of("x-ms-substatus", List.of(subStatus)));
    assertThat(answer.refusal().code()).isEqualTo(code);
  }

  @Test
  void readsNumbersFromHeaders() {
    Answer answer =
        answer(
            429,
            "{}",
            Map.of(
                "x-ms-request-charge", List.of("12.34"),
                "x-ms-retry-after-ms", List.of("7.5"),
                "x-ms-continuation", List.of("")));
    assertThat(answer.charge()).isEqualTo(12.34);
    assertThat(answer.retryAfterMillis()).isEqualTo(8);
    assertThat(answer.continuation()).isEmpty();
  }

  private static String message(String body) {
    return answer(400, body, Map.of()).message();
  }

  private static Answer answer(int status, String body, Map<String, List<String>> headers) {
    return new Answer(status, HttpHeaders.of(headers, (_, _) -> true), body.getBytes(UTF_8));
  }
}
