package dev.partita.conformance;

import static dev.partita.conformance.ItemsTest.assertStatus;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries as the Java SDK runs them: it gets a plan, sends the query of the plan to each partition,
 * and merges the results.
 */
final class QueriesTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final int ITEMS = 100;

  private static @Nullable CosmosContainer shared;

  /** Items in three partitions: n from 0, text of two digits, ten kinds, and an array of two. */
  @BeforeAll
  static void fill() {
    shared = SERVER.newContainer(new CosmosContainerProperties("numbers", "/pk"), 18_000);
    fill(shared);
  }

  private static void fill(CosmosContainer container) {
    ObjectMapper json = new ObjectMapper();
    for (int i = 0; i < ITEMS; i++) {
      ObjectNode item =
          json.createObjectNode()
              .put("id", "i" + i)
              .put("pk", "k" + i % 20)
              .put("n", i)
              .put("kind", i % 10)
              .put("text", "%02d".formatted(i));
      item.putArray("tags").add("t" + i % 3).add("all");
      container.createItem(item);
    }
  }

  private static CosmosContainer container() {
    if (shared == null) {
      throw new IllegalStateException("Nothing was filled.");
    }
    return shared;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM c | 100",
        "SELECT * FROM c WHERE c.n < 10 | 10",
        "SELECT c.id FROM c WHERE c.pk = 'k3' | 5",
        "SELECT c.id FROM c WHERE c.pk IN ('k3', 'k4') | 10",
        "SELECT VALUE c.n FROM c WHERE c.pk = 'k3' AND c.n > 50 | 2",
        "SELECT VALUE t FROM c JOIN t IN c.tags WHERE t = 't1' | 33",
        "SELECT TOP 7 * FROM c | 7",
        "SELECT DISTINCT VALUE c.kind FROM c | 10",
        "SELECT c.kind, COUNT(1) AS count FROM c GROUP BY c.kind | 10",
        "SELECT * FROM c OFFSET 95 LIMIT 10 | 5",
        "SELECT * FROM c WHERE false | 0",
        "SELECT * FROM c WHERE EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 't0') | 34",
      })
  @Shows({"Queries: Across partitions", "Queries: JOIN, subqueries"})
  void findsAsMany(String query, int count) {
    assertThat(run(container(), query)).hasSize(count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT VALUE COUNT(1) FROM c | 100",
        "SELECT VALUE SUM(c.n) FROM c | 4950",
        "SELECT VALUE MIN(c.n) FROM c WHERE c.n > 41 | 42",
        "SELECT VALUE MAX(c.text) FROM c | '\"99\"'",
        "SELECT VALUE AVG(c.n) FROM c | 49.5",
        "SELECT VALUE COUNT(1) FROM c WHERE c.n < 0 | 0",
        "SELECT COUNT(1) AS a, SUM(c.kind) AS b FROM c | '{\"a\":100,\"b\":450.0}'",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.kind FROM c) | 10",
      })
  @Shows("Queries: Aggregates, GROUP BY, DISTINCT")
  void aggregates(String query, String result) throws Exception {
    JsonNode found = run(container(), query).getFirst();
    JsonNode expected = new ObjectMapper().readTree(result);
    if (expected.isNumber()) {
      assertThat(found.asDouble()).isEqualTo(expected.asDouble());
    } else {
      assertThat(found).hasToString(expected.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, -1})
  @Shows("Queries: ORDER BY, OFFSET LIMIT, TOP")
  void ordersAcrossPartitions(int pageSize) {
    assertThat(numbers(pages(container(), "SELECT VALUE c.n FROM c ORDER BY c.n", pageSize)))
        .isEqualTo(IntStream.range(0, ITEMS).boxed().toList());
    assertThat(
            numbers(pages(container(), "SELECT VALUE c.n FROM c ORDER BY c.text DESC", pageSize)))
        .isEqualTo(IntStream.range(0, ITEMS).map(i -> ITEMS - 1 - i).boxed().toList());
    assertThat(
            numbers(
                pages(
                    container(),
                    "SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 10 LIMIT 5",
                    pageSize)))
        .containsExactly(10, 11, 12, 13, 14);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM c ORDER BY c.n",
        "SELECT c.n FROM c JOIN t IN c.tags",
      })
  @Shows("Queries: Continuation tokens")
  void goesOnFromTokens(String query) {
    List<JsonNode> whole = run(container(), query);
    List<JsonNode> resumed = new ArrayList<>();
    String token = null;
    do {
      FeedResponse<JsonNode> page =
          container()
              .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
              .iterableByPage(token, 9)
              .iterator()
              .next();
      resumed.addAll(page.getResults());
      token = page.getContinuationToken();
    } while (token != null);
    assertThat(resumed).containsExactlyInAnyOrderElementsOf(whole);
  }

  @Test
  @Shows("Queries: Parameters")
  void takesParameters() {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT * FROM c WHERE c.n = @n OR ARRAY_CONTAINS(@texts, c.text)",
            new SqlParameter("@n", 5),
            new SqlParameter("@texts", List.of("07", "08")));
    assertThat(
            container().queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream())
        .hasSize(3);
  }

  @Test
  @Shows({"Queries: Within a partition key", "Queries: Feed ranges"})
  void staysWithinAKeyOrARange() {
    CosmosQueryRequestOptions ofKey =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("k7"));
    assertThat(container().queryItems("SELECT * FROM c", ofKey, JsonNode.class).stream())
        .hasSize(5);
    int sum = 0;
    for (FeedRange range : container().getFeedRanges()) {
      CosmosQueryRequestOptions ofRange = new CosmosQueryRequestOptions().setFeedRange(range);
      sum +=
          (int) container().queryItems("SELECT * FROM c", ofRange, JsonNode.class).stream().count();
    }
    assertThat(sum).isEqualTo(ITEMS);
    assertThat(container().readAllItems(new PartitionKey("k7"), JsonNode.class).stream())
        .hasSize(5);
  }

  @Test
  @Shows("Items: Read many, read all")
  void readsMany() {
    List<CosmosItemIdentity> names = new ArrayList<>();
    for (int i = 0; i < ITEMS; i += 3) {
      names.add(new CosmosItemIdentity(new PartitionKey("k" + i % 20), "i" + i));
    }
    assertThat(container().readMany(names, JsonNode.class).getResults()).hasSize(34);
  }

  @Test
  void tellsWhatIsWrongWithAQuery() {
    assertStatus(400, 0, () -> run(container(), "SELECT * FORM c"));
    assertStatus(400, 0, () -> run(container(), "SELECT NOSUCHFUNCTION(c.x) FROM c"));
  }

  @Test
  void goesOnAcrossASplit() {
    CosmosContainer container = SERVER.newContainer("/pk");
    fill(container);
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    String query = "SELECT VALUE c.n FROM c ORDER BY c.n";
    FeedResponse<JsonNode> first =
        container.queryItems(query, options, JsonNode.class).iterableByPage(10).iterator().next();
    container.replaceThroughput(ThroughputProperties.createManualThroughput(20_000));
    List<JsonNode> all = new ArrayList<>(first.getResults());
    for (FeedResponse<JsonNode> page :
        container
            .queryItems(query, options, JsonNode.class)
            .iterableByPage(first.getContinuationToken(), 10)) {
      all.addAll(page.getResults());
    }
    assertThat(numbers(all)).isEqualTo(IntStream.range(0, ITEMS).boxed().toList());
  }

  @Test
  @Shows("Queries: Query metrics")
  void measures() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setQueryMetricsEnabled(true);
    FeedResponse<JsonNode> page =
        container()
            .queryItems("SELECT * FROM c WHERE c.pk = 'k1'", options, JsonNode.class)
            .iterableByPage()
            .iterator()
            .next();
    assertThat(page.getRequestCharge()).isPositive();
    assertThat(page.getCosmosDiagnostics().toString()).contains("retrievedDocumentCount");
  }

  @Test
  @Shows("Queries: Query advice")
  void advises() {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions().setQueryAdviceEnabled(true);
    FeedResponse<JsonNode> page =
        container()
            .queryItems("SELECT * FROM c WHERE CONTAINS(c.pk, 'k1')", options, JsonNode.class)
            .iterableByPage()
            .iterator()
            .next();
    assertThat(page.getQueryAdvice()).contains("QA1002").contains("STARTSWITH");
  }

  private static List<JsonNode> run(CosmosContainer container, String query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .toList();
  }

  private static List<JsonNode> pages(CosmosContainer container, String query, int size) {
    List<JsonNode> all = new ArrayList<>();
    var results = container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class);
    for (FeedResponse<JsonNode> page :
        size > 0 ? results.iterableByPage(size) : results.iterableByPage()) {
      all.addAll(page.getResults());
    }
    return all;
  }

  private static List<Integer> numbers(List<JsonNode> values) {
    return values.stream().map(JsonNode::asInt).toList();
  }
}
