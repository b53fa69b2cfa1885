package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.net.NetServer;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Response;
import dev.partita.net.transport.NetLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What monitoring systems get. */
@Timeout(120)
class AdminMetricsTest {

  private static final String KEY = "c2VjcmV0".repeat(6);
  private static final Pattern LINE =
      Pattern.compile(
          "([a-z_]+)(\\{(?:[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\.)*\",?)*\\})? (-?[0-9.E+-]+|NaN)");

  /** The series of a scrape and their values; fails where the text is not in the format. */
  private static Map<String, Double> scrape(AdminServer server) {
    AdminServer.Answer answer = server.get("/metrics");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.http().headers().firstValue("content-type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    Map<String, Double> series = new LinkedHashMap<>();
    for (String line : answer.text().lines().toList()) {
      if (line.startsWith("# ")) {
        assertThat(line).matches("# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))");
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      assertThat(matcher.matches()).as(line).isTrue();
      String labels = matcher.group(2) == null ? "" : matcher.group(2);
      assertThat(series.put(matcher.group(1) + labels, Double.valueOf(matcher.group(3))))
          .as(line)
          .isNull();
    }
    return series;
  }

  @Test
  void requestsAreCountedByWhatTheyAskedForAndGot() {
    try (AdminServer server = new AdminServer(Map.of("auth", "off"))) {
      server.container("shop", "orders", 400);
      server.send(
          server
              .request("/dbs/shop/colls/orders/docs")
              .header("x-ms-documentdb-partitionkey", "[\"ada\"]")
              .POST(BodyPublishers.ofString("{\"id\":\"1\",\"customer\":\"ada\"}")));
      for (String id : List.of("1", "1", "2")) {
        server.send(
            server
                .request("/dbs/shop/colls/orders/docs/" + id)
                .header("x-ms-documentdb-partitionkey", "[\"ada\"]"));
      }
      server.get("/dbs/nothing/colls/orders/docs/1");
      Map<String, Double> series = scrape(server);
      assertThat(series)
          .containsEntry(requests("Create", 201, 0), 1.0)
          .containsEntry(requests("Read", 200, 0), 2.0)
          .containsEntry(requests("Read", 404, 0), 1.0)
          .containsEntry(requests("Read", 404, 1003), 1.0)
          .containsEntry(
              "cosmos_request_duration_seconds_count{api=\"nosql\",operation=\"Read\"}", 4.0)
          .containsEntry(
              "cosmos_request_duration_seconds_bucket{api=\"nosql\",operation=\"Read\",le=\"+Inf\"}",
              4.0);
      assertThat(series.get("cosmos_request_units_total{database=\"shop\",container=\"orders\"}"))
          .isEqualTo(series.get("cosmos_account_request_units_total"))
          .isGreaterThan(6.0);
      assertThat(series)
          .containsEntry(
              "cosmos_physical_partition_provisioned_request_units{database=\"shop\",container=\"orders\",partition=\"0\"}",
              400.0)
          .containsKeys("process_start_time_seconds", "jvm_memory_used_bytes{area=\"heap\"}");
    }
  }

  private static String requests(String operation, int status, int subStatus) {
    return "cosmos_requests_total{api=\"nosql\",operation=\"%s\",status=\"%d\",sub_status=\"%d\"}"
        .formatted(operation, status, subStatus);
  }

  @Test
  void namesAreEscapedAndSeriesAreBounded() {
    try (AdminServer server = new AdminServer(Map.of("metrics-containers", "2"))) {
      for (int i = 0; i < 5; i++) {
        Items items = server.container("a\"b", "c" + i, 400);
        for (int j = 0; j <= i; j++) {
          AdminServer.fill(items, 1, 1);
          items.delete(PartitionKey.of("customer 0"), "0", Precondition.NONE);
        }
      }
      assertThat(
              scrape(server).keySet().stream()
                  .filter(name -> name.startsWith("cosmos_request_units_total")))
          .containsExactlyInAnyOrder(
              "cosmos_request_units_total{database=\"a\\\"b\",container=\"c3\"}",
              "cosmos_request_units_total{database=\"a\\\"b\",container=\"c4\"}");
    }
  }

  @Test
  void countersDoNotFallWhenPartitionsAreSplitOrContainersDeleted() {
    try (AdminServer server = new AdminServer(Map.of())) {
      Items items = server.container("shop", "orders", 400);
      AdminServer.fill(items, 10, 1);
      double before =
          Objects.requireNonNull(scrape(server).get("cosmos_account_request_units_total"));
      server.engine().reshaper().split(items.container(), 0);
      assertThat(scrape(server).get("cosmos_account_request_units_total")).isEqualTo(before);
      server.engine().containers().deleteContainer(items.container().number());
      server.engine().housekeeping().round();
      assertThat(scrape(server)).containsEntry("cosmos_account_request_units_total", before);
    }
  }

  @Test
  void refusalsAreCounted() {
    try (AdminServer server = new AdminServer(Map.of())) {
      Items items = server.container("shop", "orders", 400);
      int refused = 0;
      while (refused == 0) {
        try {
          AdminServer.fill(items, 1, 1);
          items.delete(PartitionKey.of("customer 0"), "0", Precondition.NONE);
        } catch (DatabaseException e) {
          refused++;
        }
      }
      assertThat(scrape(server))
          .containsEntry(
              "cosmos_throttled_requests_total{database=\"shop\",container=\"orders\"}", 1.0);
    }
  }

  @Test
  void metricsNeedAKeyLikeTheRest() {
    try (AdminServer server = new AdminServer(Map.of("key", KEY))) {
      assertThat(server.get("/metrics").status()).isEqualTo(401);
      assertThat(
              server
                  .send(server.request("/metrics").header("authorization", "Bearer " + KEY))
                  .status())
          .isEqualTo(200);
      assertThat(server.post("/metrics", "").status()).isEqualTo(401);
    }
  }

  /** Whoever loads the dashboard finds something behind each of its names. */
  @Test
  void everyMetricOfTheDashboardExists() throws IOException {
    Path dashboard = Path.of("../../docs/grafana/partita.json");
    TreeSet<String> wanted = new TreeSet<>();
    Matcher names =
        Pattern.compile("\\b(cosmos|jvm|process)_[a-z_]+").matcher(Files.readString(dashboard));
    while (names.find()) {
      wanted.add(names.group());
    }
    assertThat(JsonReader.DEFAULT.read(Files.readAllBytes(dashboard)))
        .isInstanceOf(JsonObject.class);
    assertThat(wanted).hasSizeGreaterThan(10);
    try (AdminServer server = new AdminServer(Map.of("auth", "off"))) {
      Items items = server.container("shop", "orders", 400);
      AdminServer.fill(items, 3, 3);
      server.get("/dbs/shop/colls/orders");
      Map<String, Double> series;
      do {
        // The hottest keys are told once their second has passed.
        series = scrape(server);
      } while (series.keySet().stream().noneMatch(name -> name.contains("key=")));
      TreeSet<String> found = new TreeSet<>();
      series.keySet().forEach(name -> found.add(name.replaceFirst("\\{.*", "")));
      assertThat(found).containsAll(wanted);
    }
  }

  @Test
  void metricsAreSentToACollector() throws Exception {
    BlockingQueue<String> received = new ArrayBlockingQueue<>(100);
    try (NetServer collector =
        NetServer.start(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
            (BlockingHandler)
                request -> {
                  if (request.path().equals("/v1/metrics")
                      && "application/json".equals(request.headers().first("content-type"))) {
                    received.add(new String(request.body(), UTF_8));
                  }
                  return Response.json(200, Map.of());
                },
            NetLimits.standard(),
            Clock.system())) {
      String endpoint = "http://localhost:" + collector.addresses().getFirst().getPort();
      try (AdminServer server =
          new AdminServer(Map.of("otlp-endpoint", endpoint, "otlp-millis", "100"))) {
        AdminServer.fill(server.container("shop", "orders", 400), 1, 1);
        server.get("/dbs/shop");
        List<String> names = new ArrayList<>();
        while (!names.contains("cosmos_request_units_total")) {
          names.clear();
          JsonValue sent = JsonReader.DEFAULT.read(received.take());
          JsonValue metrics =
              AdminServer.at(sent, "resourceMetrics", "0", "scopeMetrics", "0", "metrics");
          for (JsonValue metric : (JsonArray) metrics) {
            names.add(((JsonString) ((JsonObject) metric).at("name")).value());
          }
        }
        assertThat(names).contains("process_start_time_seconds");
      }
      assertThat(received).as("the last word").isNotEmpty();
    }
  }

  @Test
  void aCollectorThatIsNotThereDoesNotMatter() {
    try (AdminServer server =
        new AdminServer(Map.of("otlp-endpoint", "http://localhost:1", "otlp-millis", "100"))) {
      assertThat(server.get("/ready").status()).isEqualTo(200);
    }
  }
}
