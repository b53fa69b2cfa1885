package dev.partita.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientResponseTest {

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
    ClientResponse response = response(status, "{}", Map.of("x-ms-substatus", List.of(subStatus)));
    assertThat(response.refusal().code()).isEqualTo(code);
  }

  @Test
  void readsNumbersFromHeaders() {
    ClientResponse response =
        response(
            429,
            "{}",
            Map.of(
                "x-ms-request-charge", List.of("12.34"),
                "x-ms-retry-after-ms", List.of("7.5"),
                "x-ms-continuation", List.of("")));
    assertThat(response.charge()).isEqualTo(12.34);
    assertThat(response.retryAfterMillis()).isEqualTo(8);
    assertThat(response.continuation()).isEmpty();
  }

  @Test
  void knowsWhereAQueryIsWrong() {
    String query = "SELECT c.id\nFROM c\nWHERE c.x ==== 3 AND d.y";
    String errors =
        "\"errors\":[{\"location\":{\"start\":30,\"end\":31},\"code\":\"SC1001\",\"message\":\"Wrong.\"},{\"location\":{\"start\":39,\"end\":40},\"code\":2001,\"message\":\"No"
            + " d.\"},{\"location\":{\"start\":43,\"end\":43},\"message\":\"The end.\"},"
            + "{\"message\":\"Nowhere.\"}]";
    String old =
        JsonObject.builder()
            .put("message", "Message: {" + errors + "}\r\nActivityId: x")
            .build()
            .toString();
    for (String body : List.of(old, "{\"message\":\"Wrong.\"," + errors + "}")) {
      var problems = QueryProblem.of(response(400, body, Map.of()).refusal().context());
      assertThat(problems)
          .extracting(problem -> problem.explained(query))
          .containsExactly(
              """
              Wrong. (SC1001) at line 3, column 12:
                  WHERE c.x ==== 3 AND d.y
                             ^\
              """,
              """
              No d. (2001) at line 3, column 21:
                  WHERE c.x ==== 3 AND d.y
                                      ^\
              """,
              """
              The end. at line 3, column 25:
                  WHERE c.x ==== 3 AND d.y
                                          ^\
              """);
    }
    assertThat(QueryProblem.of(response(400, "no JSON", Map.of()).refusal().context())).isEmpty();
  }

  @Test
  void showsThePartOfALongLineThatIsWrong() {
    var problem = new QueryProblem("Wrong.", "", 500, 505);
    List<String> lines =
        problem.explained("a".repeat(500) + "WRONG" + "b".repeat(500)).lines().toList();
    assertThat(lines.get(1)).hasSizeLessThan(110);
    assertThat(lines.get(1).substring(lines.get(2).indexOf('^'), lines.get(2).length()))
        .isEqualTo("WRONG");
  }

  private static String message(String body) {
    return response(400, body, Map.of()).message();
  }

  private static ClientResponse response(
      int status, String body, Map<String, List<String>> headers) {
    return new ClientResponse(
        status, HttpHeaders.of(headers, (_, _) -> true), body.getBytes(UTF_8));
  }
}
