package dev.partita.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entity group transactions: all or nothing, and what they are refused for. */
class BatchTest {

  private static final String TYPE = "multipart/mixed; boundary=batch_1";

  /** A request within a batch, with line ends as some clients have them. */
  private static String part(String method, String path, String json, String... headers) {
    StringBuilder part = new StringBuilder();
    part.append("--changeset_1\r\nContent-Type: application/http\r\n");
    part.append("Content-Transfer-Encoding: binary\r\n\r\n");
    part.append(method).append(" http://elsewhere").append(path).append(" HTTP/1.1\r\n");
    part.append("Accept: application/json;odata=minimalmetadata\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      part.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    return part.append("\r\n").append(json.replace('\'', '"')).append("\r\n").toString();
  }

  private static String batch(String... parts) {
    return "--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n"
        + String.join("", parts)
        + "--changeset_1--\r\n--batch_1--\r\n";
  }

  private static Api.Result send(Api api, String body) {
    return api.raw("POST", "/$batch", body.getBytes(UTF_8), "Content-Type", TYPE);
  }

  private static String path(Api api, String rest) {
    return (api.form == TableForm.STORAGE ? "/" + Api.ACCOUNT : "") + "/tab" + rest;
  }

  private static String entity(Api api, String row) {
    return path(api, "(PartitionKey='p',RowKey='" + row + "')");
  }

  private static String insert(Api api, String row) {
    return part(
        "POST",
        path(api, ""),
        "{'PartitionKey':'p','RowKey':'" + row + "','n':1}",
        "Prefer",
        "return-no-content",
        "Content-Type",
        "application/json");
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void carriesOutAllOperations(TableForm form) {
    try (Api api = Api.withTable(form)) {
      for (String row : List.of("old", "merged", "replaced")) {
        api.insert("{'PartitionKey':'p','RowKey':'" + row + "','a':1}").is(201);
      }
      Api.Result result =
          send(
              api,
              batch(
                  insert(api, "new"),
                  part("MERGE", entity(api, "merged"), "{'b':2}", "If-Match", "*"),
                  part("PUT", entity(api, "replaced"), "{'c':3}", "If-Match", "*"),
                  part("PATCH", entity(api, "upserted"), "{'d':4}"),
                  part("PUT", entity(api, "put"), "{'e':5}"),
                  part("DELETE", entity(api, "old"), "", "If-Match", "*")));
      assertThat(result.is(202).text().split("HTTP/1.1 204", -1)).hasSize(7);
      assertThat(result.text()).contains("ETag: W/\"datetime'").contains("RowKey='new')");
      assertThat(api.get("/tab()").rows())
          .containsExactlyInAnyOrder("new", "merged", "replaced", "upserted", "put");
      assertThat(api.query("a eq 1 and b eq 2").rows()).containsExactly("merged");
      assertThat(api.query("c eq 3 and not (a eq 1)").rows()).containsExactly("replaced");
    }
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void changesNothingIfOneFails(TableForm form) {
    try (Api api = Api.withTable(form)) {
      api.insert("{'PartitionKey':'p','RowKey':'there'}").is(201);
      Api.Result result =
          send(api, batch(insert(api, "a"), insert(api, "there"), insert(api, "b"))).is(202);
      assertThat(result.text())
          .contains("HTTP/1.1 409 Conflict")
          .contains("EntityAlreadyExists")
          .contains("\"value\":\"1:")
          .doesNotContain("HTTP/1.1 204");
      failsAt(
          api,
          1,
          "ResourceNotFound",
          insert(api, "a"),
          part("MERGE", entity(api, "x"), "{}", "If-Match", "*"));
      failsAt(
          api,
          0,
          "UpdateConditionNotSatisfied",
          part(
              "DELETE",
              entity(api, "there"),
              "",
              "If-Match",
              "W/\"datetime'2020-01-01T00%3A00%3A00Z'\""));
      failsAt(api, 1, "InvalidDuplicateRow", insert(api, "a"), insert(api, "a"));
      failsAt(
          api,
          1,
          "CommandsInBatchActOnDifferentPartitions",
          insert(api, "a"),
          part("POST", path(api, ""), "{'PartitionKey':'q','RowKey':'a'}"));
      failsAt(api, 0, "InvalidInput", part("POST", path(api, ""), "{'PartitionKey':"));
      failsAt(api, 0, "MethodNotAllowed", part("GET", path(api, "()"), ""));
      failsAt(
          api,
          1,
          "InvalidInput",
          insert(api, "a"),
          part("POST", path(api, "").replace("tab", "tub"), "{'PartitionKey':'p','RowKey':'b'}"));
      assertThat(api.get("/tab()").rows()).containsExactly("there");
    }
  }

  @ParameterizedTest
  @EnumSource(TableForm.class)
  void isOnOneTableAsItsNameIsRead(TableForm form) {
    try (Api api = Api.withTable(form)) {
      String other =
          part("POST", path(api, "").replace("tab", "TAB"), "{'PartitionKey':'p','RowKey':'b'}");
      if (form == TableForm.STORAGE) {
        send(api, batch(insert(api, "a"), other)).is(202);
        assertThat(api.get("/tab()").rows()).containsExactly("a", "b");
      } else {
        failsAt(api, 1, "InvalidInput", insert(api, "a"), other);
        assertThat(api.get("/tab()").rows()).isEmpty();
      }
    }
  }

  private static void failsAt(Api api, int index, String code, String... parts) {
    assertThat(send(api, batch(parts)).is(202).text())
        .contains("\"value\":\"" + index + ":")
        .contains("\"code\":\"" + code + "\"");
  }

  @Test
  void takesLineEndsOfAllKinds() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      send(api, batch(insert(api, "lf")).replace("\r\n", "\n")).is(202);
      send(api, batch(insert(api, "blank")).replace("binary\r\n\r\n", "binary\r\n\r\n\r\n"))
          .is(202);
      assertThat(api.get("/tab()").rows()).containsExactly("blank", "lf");
    }
  }

  @Test
  void limitsTheNumberAndTheSize() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        parts.add(insert(api, "r" + i));
      }
      assertThat(send(api, batch(parts.toArray(String[]::new))).is(202).text())
          .doesNotContain("odata.error");
      assertThat(api.get("/tab()").rows()).hasSize(100);
      parts.replaceAll(part -> part.replace("'r", "'s").replace("\"r", "\"s"));
      parts.add(insert(api, "one-more"));
      send(api, batch(parts.toArray(String[]::new))).fails(400, "InvalidInput");
      String large = batch(insert(api, "l")) + " ".repeat(4 << 20);
      send(api, large).fails(413, "RequestBodyTooLarge");
      assertThat(api.get("/tab()").rows()).hasSize(100);
    }
  }

  @Test
  void answersOneQuery() {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      api.insert("{'PartitionKey':'p','RowKey':'r'}").is(201);
      String body =
          "--batch_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
              + "GET http://elsewhere"
              + entity(api, "r")
              + "?$format=application/json;odata=nometadata HTTP/1.1\r\n\r\n\r\n--batch_1--";
      assertThat(send(api, body).is(202).text())
          .contains("HTTP/1.1 200 OK")
          .contains("\"RowKey\":\"r\"");
      assertThat(send(api, body.replace("RowKey='r'", "RowKey='none'")).is(202).text())
          .as("a failure is the answer to the query, not to the batch")
          .contains("HTTP/1.1 404 Not Found")
          .contains("0:The specified resource does not exist.");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--batch_1--",
        "--batch_1||--batch_1--",
        "--batch_2|Content-Type: multipart/mixed; boundary=c||--c--|--batch_2--",
        "--batch_1|Content-Type: multipart/mixed||--c--|--batch_1--",
        "--batch_1|Content-Type: multipart/mixed; boundary=c||--c--|--batch_1--",
        "--batch_1|Content-Type: multipart/mixed; boundary=c||--c||--c--|--batch_1--",
        "--batch_1|Content-Type: multipart/mixed; boundary=c||--c|Content-Type: application/http||x"
            + "|--c--|--batch_1--",
        "--batch_1|Content-Type: text/plain||GET /x HTTP/1.1||--batch_1--",
        "--batch_1|no colon here||--batch_1--"
      })
  void refusesBodiesThatAreNoBatch(String body) {
    try (Api api = Api.withTable(TableForm.STORAGE)) {
      send(api, body.replace("|", "\r\n")).fails(400, "InvalidInput");
      assertThat(api.get("/tab()").rows()).isEmpty();
    }
  }
}
