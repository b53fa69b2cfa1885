package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.admin.partitions.PastViews;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.partition.PartitionDescriptor;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The partitions of containers, as operators see them and change them over HTTP. */
@Timeout(120)
class AdminPartitionsTest {

  private static AdminServer server;

  @BeforeAll
  static void start() {
    server = new AdminServer(Map.of());
    server.container("shop", "faults", 400);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String path(String container) {
    return "/api/v1/databases/shop/containers/" + container;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonString text(String text) {
    return JsonString.of(text);
  }

  @Test
  void theAccountSaysWhereEverythingIs() {
    AdminServer.Answer account = server.get("/api/v1/account");
    assertThat(account.status()).isEqualTo(200);
    assertThat(account.at("name")).isEqualTo(text("partita"));
    assertThat(account.at("developer")).isEqualTo(JsonBoolean.TRUE);
    assertThat(account.at("endpoints", "nosql")).isEqualTo(text(server.server.uri().toString()));
    assertThat(account.at("endpoints", "table")).isInstanceOf(JsonString.class);
    assertThat(account.at("limits", "partitionRuPerSecond")).isEqualTo(JsonNumber.of(10_000));
    assertThat(account.at("startedAt").toString()).matches("\"\\d{4}-.*\\.\\d{3}Z\"");
  }

  @Test
  void partitionsShowWhatTheyHoldAndDo() {
    Items items = server.container("shop", "seen", 1_000);
    AdminServer.fill(items, 10, 5);
    items.read(PartitionKey.of("customer 3"), "1");
    AdminServer.Answer answer = server.get(path("seen") + "/partitions");
    assertThat(answer.at("partitions", "0", "id")).isEqualTo(text("0"));
    assertThat(answer.at("partitions", "0", "min")).isEqualTo(text(""));
    assertThat(answer.at("partitions", "0", "max")).isEqualTo(text("FF"));
    assertThat(answer.at("partitions", "0", "items")).isEqualTo(JsonNumber.of(50));
    assertThat(answer.at("partitions", "0", "storageBytes"))
        .isEqualTo(JsonNumber.of(items.container().sizeBytes()));
    assertThat(answer.at("partitions", "0", "ruPerSecond")).isEqualTo(JsonNumber.of(1_000));
    assertThat(answer.at("partitions", "0", "reshaping")).isEqualTo(JsonNull.NULL);
    assertThat(answer.at("partitionKey", "paths", "0")).isEqualTo(text("/customer"));
    assertThat(answer.at("throughput", "mode")).isEqualTo(text("manual"));
    assertThat(((JsonArray) answer.at("largestKeys")).size()).isEqualTo(10);
    assertThat(answer.at("largestKeys", "0", "key")).isInstanceOf(JsonArray.class);
  }

  @Test
  void loadAppearsOnceItsSecondHasPassed() {
    Items items = server.container("shop", "busy", 1_000);
    AdminServer.fill(items, 1, 3);
    JsonValue hottest;
    do {
      hottest = server.get(path("busy") + "/partitions").at("hottestKeys");
    } while (((JsonArray) hottest).isEmpty());
    assertThat(AdminServer.at(hottest, "0", "key", "0")).isEqualTo(text("customer 0"));
    assertThat(AdminServer.at(hottest, "0", "sharePercent")).isEqualTo(JsonNumber.of(100));
    JsonArray partitions =
        (JsonArray) server.get(path("busy") + "/partitions/history").at("partitions");
    assertThat(partitions.size()).isEqualTo(1);
    assertThat(((JsonArray) AdminServer.at(partitions, "0", "ru")).size()).isEqualTo(120);
  }

  @Test
  void historyHasAsManyStepsAsAskedFor() {
    server.container("shop", "past", 400);
    AdminServer.Answer answer = server.get(path("past") + "/partitions/history?minutes=2");
    assertThat(answer.at("stepSeconds")).isEqualTo(JsonNumber.of(5));
    assertThat(((JsonArray) answer.at("times")).size()).isEqualTo(24);
    String tooLong = path("past") + "/partitions/history?minutes=" + (PastViews.MINUTES_MAX + 1);
    assertThat(server.get(tooLong).status()).isEqualTo(400);
  }

  @Test
  void aKeyIsFoundWhereItsItemsAre() {
    Items items = server.container("shop", "keys", 400);
    AdminServer.fill(items, 2, 4);
    AdminServer.Answer found =
        server.get(path("keys") + "/partitions/locate?key=" + encoded("[\"customer 1\"]"));
    assertThat(found.at("exists")).isEqualTo(JsonBoolean.TRUE);
    assertThat(found.at("items")).isEqualTo(JsonNumber.of(4));
    assertThat(found.at("partition")).isEqualTo(text("0"));
    assertThat(((JsonString) found.at("epk")).value()).matches("[0-9A-F]{32}");
    AdminServer.Answer missing =
        server.get(path("keys") + "/partitions/locate?key=" + encoded("[\"nobody\"]"));
    assertThat(missing.status()).isEqualTo(200);
    assertThat(missing.at("exists")).isEqualTo(JsonBoolean.FALSE);
  }

  @Test
  void aSplitAndAMergeShowInTheLineage() {
    Items items = server.container("shop", "divided", 400);
    AdminServer.fill(items, 20, 2);
    AdminServer.Answer begun = server.post(path("divided") + "/partitions/0/split", "");
    assertThat(begun.status()).isEqualTo(202);
    JsonObject split = awaitEnd(begun);
    assertThat(split.at("state")).isEqualTo(text("done"));
    assertThat(split.at("percent")).isEqualTo(JsonNumber.of(100));
    assertThat(split.at("children")).isEqualTo(JsonArray.of(text("1"), text("2")));

    AdminServer.Answer merging =
        server.post(path("divided") + "/partitions/merge", "{\"left\":\"1\",\"right\":2}");
    assertThat(merging.status()).isEqualTo(202);
    assertThat(awaitEnd(merging).at("children")).isEqualTo(JsonArray.of(text("3")));

    JsonValue lineage = server.get(path("divided") + "/partitions/lineage").at("partitions");
    assertThat(AdminServer.at(lineage, "0", "cause")).isEqualTo(text("created"));
    assertThat(AdminServer.at(lineage, "0", "live")).isEqualTo(JsonBoolean.FALSE);
    assertThat(AdminServer.at(lineage, "0", "children"))
        .isEqualTo(JsonArray.of(text("1"), text("2")));
    assertThat(AdminServer.at(lineage, "0", "createdAt")).isEqualTo(JsonUndefined.UNDEFINED);
    assertThat(AdminServer.at(lineage, "0", "retiredAt"))
        .isEqualTo(AdminServer.at(lineage, "1", "createdAt"));
    assertThat(AdminServer.at(lineage, "1", "cause")).isEqualTo(text("request"));
    assertThat(AdminServer.at(lineage, "3", "cause")).isEqualTo(text("merge"));
    assertThat(AdminServer.at(lineage, "3", "live")).isEqualTo(JsonBoolean.TRUE);
    assertThat(server.get("/api/v1/operations").at("operations").toString())
        .contains("\"container\":\"divided\"");
  }

  @Test
  void theLargestKeysOutlastASplit() {
    Items items = server.container("shop", "large", 400);
    AdminServer.fill(items, 20, 1);
    JsonValue before = server.get(path("large") + "/partitions").at("largestKeys");
    awaitEnd(server.post(path("large") + "/partitions/0/split", "{}"));
    JsonValue after = server.get(path("large") + "/partitions").at("largestKeys");
    assertThat(((JsonArray) after).size()).isEqualTo(((JsonArray) before).size());
    assertThat(AdminServer.at(after, "0", "storageBytes"))
        .isEqualTo(AdminServer.at(before, "0", "storageBytes"));
    assertThat(AdminServer.at(after, "0", "partition")).isNotEqualTo(text("0"));
  }

  @Test
  void aSplitBeginsWhereItIsAskedTo() {
    Items items = server.container("shop", "cut", 400);
    AdminServer.fill(items, 20, 1);
    JsonObject split =
        awaitEnd(
            server.post(path("cut") + "/partitions/0/split", "{\"boundaryKey\":[\"customer 7\"]}"));
    assertThat(split.at("state")).isEqualTo(text("done"));
    AdminServer.Answer place =
        server.get(path("cut") + "/partitions/locate?key=" + encoded("[\"customer 7\"]"));
    assertThat(place.at("partition")).isEqualTo(text("2"));
    assertThat(server.get(path("cut") + "/partitions").at("partitions", "1", "min"))
        .isEqualTo(place.at("epk"));
  }

  @Test
  void onlyOneKeyCannotBeDividedAndTheEngineSaysWhy() {
    Items items = server.container("shop", "single", 400);
    AdminServer.fill(items, 1, 10);
    JsonObject split = awaitEnd(server.post(path("single") + "/partitions/0/split", "{}"));
    assertThat(split.at("state")).isEqualTo(text("failed"));
    assertThat(((JsonObject) split.at("error")).at("code")).isEqualTo(text("BadRequest"));
    assertThat(((JsonObject) split.at("error")).at("message").toString())
        .contains("a logical partition is never divided")
        .contains("customer 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | /api/v1/databases/shop/containers/none/partitions | | 404 | does not exist",
        "GET | /api/v1/databases/none/containers/faults/partitions | | 404 | does not exist",
        "GET | /api/v1/databases/no%2Fne/containers/faults/partitions | | 404 | does not exist",
        "GET | /api/v1/databases/shop/containers/faults | | 404 | no such resource",
        "GET | /api/v1/nothing | | 404 | no such resource",
        "GET | /api/v1/operations/999999 | | 404 | no such operation",
        "GET | /api/v1/databases/shop/containers/faults/partitions/locate | | 400 | parameter",
        "GET | /api/v1/databases/shop/containers/faults/partitions/locate?key=%7B | | 400 | JSON",
        "GET | /api/v1/databases/shop/containers/faults/partitions/locate?key=5 | | 400 | array",
        "GET | /api/v1/databases/shop/containers/faults/partitions/locate?key=%5B1,2%5D | | 400 |"
            + " partition key",
        "GET | /api/v1/databases/shop/containers/faults/partitions/history?minutes=0 | | 400 |"
            + " minutes",
        "GET | /api/v1/containers?limit=many | | 400 | limit",
        "GET | /api/v1/containers?after=!! | | 400 | after",
        "POST | /api/v1/databases/shop/containers/faults/partitions | {} | 405 | method",
        "GET | /api/v1/databases/shop/containers/faults/partitions/0/split | | 405 | method",
        "POST | /api/v1/databases/shop/containers/faults/partitions/7/split | {} | 404 |"
            + " no such partition",
        "POST | /api/v1/databases/shop/containers/faults/partitions/x/split | {} | 400 | id",
        "POST | /api/v1/databases/shop/containers/faults/partitions/0/split | {\"boundaryKey\":5}"
            + " | 400 | array",
        "POST | /api/v1/databases/shop/containers/faults/partitions/0/split | { | 400 | JSON",
        "POST | /api/v1/databases/shop/containers/faults/partitions/merge | {} | 400 | id",
        "POST | /api/v1/databases/shop/containers/faults/partitions/merge |"
            + " {\"left\":0,\"right\":0} | 400 | neighbouring",
      })
  void mistakesAreExplained(String method, String path, String body, int status, String says) {
    AdminServer.Answer answer =
        method.equals("GET") ? server.get(path) : server.post(path, body == null ? "" : body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.at("code")).isInstanceOf(JsonString.class);
    assertThat(answer.at("message").toString()).containsIgnoringCase(says);
  }

  @Test
  void containersAreListedInPages() {
    server.container("pages", "b", 400);
    server.container("pages", "a", 400);
    server.container("pages", "Almost", 400);
    AdminServer.Answer first = server.get("/api/v1/containers?database=pages&limit=2");
    assertThat(names(first)).containsExactly("Almost", "a");
    AdminServer.Answer second =
        server.get(
            "/api/v1/containers?database=pages&limit=2&after="
                + ((JsonString) first.at("next")).value());
    assertThat(names(second)).containsExactly("b");
    assertThat(second.at("next")).isEqualTo(JsonUndefined.UNDEFINED);
    assertThat(names(server.get("/api/v1/containers?database=pages&contains=AL")))
        .containsExactly("Almost");
    assertThat(second.at("containers", "0", "api")).isEqualTo(text("nosql"));
    assertThat(second.at("containers", "0", "partitions")).isEqualTo(JsonNumber.of(1));
  }

  @Test
  void whoeverWatchesHearsOfChanges() throws Exception {
    Items items = server.container("shop", "watched", 400);
    AdminServer.fill(items, 20, 1);
    HttpResponse<InputStream> events =
        server
            .client()
            .send(
                server.request(path("watched") + "/events").build(), BodyHandlers.ofInputStream());
    assertThat(events.headers().firstValue("content-type")).hasValue("text/event-stream");
    try (var lines =
        new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("event: partitions");
      assertThat(lines.readLine()).startsWith("data: {\"database\":\"shop\"");
      assertThat(lines.readLine()).isEmpty();
      server.post(path("watched") + "/partitions/0/split", "{}");
      List<String> steps = new ArrayList<>();
      boolean divided = false;
      while (!(divided && steps.contains("done"))) {
        String line = lines.readLine();
        if (line.startsWith("data: ")) {
          JsonObject data = (JsonObject) JsonReader.DEFAULT.read(line.substring(6));
          if (data.at("step") instanceof JsonString(String step)) {
            steps.add(step);
          } else {
            divided = ((JsonArray) data.at("partitions")).size() == 2;
          }
        }
      }
      assertThat(steps)
          .containsExactly(
              "waiting", "preparing", "counted", "paused", "fenced", "switched", "done");
    }
  }

  @Test
  void manyPartitionsAreShown() {
    Items items = server.container("many", "wide", 100_000);
    Container container = items.container();
    while (container.map().current().size() < 60) {
      for (PartitionDescriptor each : container.map().current()) {
        server.engine().reshaper().split(container, each.number());
      }
    }
    AdminServer.Answer answer = server.get("/api/v1/databases/many/containers/wide/partitions");
    assertThat(((JsonArray) answer.at("partitions")).size())
        .isEqualTo(container.map().current().size());
  }

  private static List<String> names(AdminServer.Answer answer) {
    List<String> names = new ArrayList<>();
    for (JsonValue each : (JsonArray) answer.at("containers")) {
      names.add(((JsonString) ((JsonObject) each).at("container")).value());
    }
    return names;
  }

  private static JsonObject awaitEnd(AdminServer.Answer begun) {
    assertThat(begun.status()).as(begun.text()).isEqualTo(202);
    String id = ((JsonString) begun.at("operation", "id")).value();
    while (true) {
      JsonObject now = server.get("/api/v1/operations/" + id).json();
      if (!now.at("state").equals(text("running"))) {
        return now;
      }
    }
  }
}
