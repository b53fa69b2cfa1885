package dev.partita.execution;

import static dev.partita.execution.Fixture.pages;
import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemQueriesTest {

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Items items = fixture.items("c", "/pk");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void givesItemsWithTheirSystemProperties() {
    put(items, "{'id':'1','pk':'p','n':1}");

    QueryPage page = queries.page(items, QueryRequest.of("SELECT * FROM c"));

    JsonObject item = (JsonObject) page.values().getFirst();
    assertThat(item).isEqualTo(items.read(PartitionKey.of("p"), "1").requireItem().document());
    assertThat(item.names()).contains("_rid", "_self", "_etag", "_ts");
    assertThat(page.results().getFirst().json())
        .isEqualTo(items.read(PartitionKey.of("p"), "1").requireItem().json());
    assertThat(page.continuation()).isNull();
  }

  @Test
  void readsDocumentsOfManyMembersWithLongNames() {
    for (int i = 0; i < 3; i++) {
      JsonObject.Builder document = JsonObject.builder().put("id", "" + i).put("pk", "p");
      for (int n = 0; n < 20; n++) {
        document.put("a name of fourteen " + n, n);
      }
      items.upsert(null, document.put("name", "n" + i).build(), Precondition.NONE);
    }
    for (String query :
        List.of(
            "SELECT VALUE c.name FROM c WHERE c._ts > 0 ORDER BY c._ts, c.name",
            "SELECT VALUE c.name FROM c WHERE c._ts > 0",
            "SELECT DISTINCT VALUE c.name FROM c WHERE c._ts > 0",
            "SELECT VALUE MAX(c.name) FROM c WHERE c._ts > 0 GROUP BY c.name")) {
      assertThat(queries.page(items, QueryRequest.of(query)).values())
          .as(query)
          .map(JsonValue::toString)
          .containsExactlyInAnyOrder("\"n0\"", "\"n1\"", "\"n2\"");
    }
    assertThat(fixture.engine.scanFailures().count()).isZero();
  }

  @Test
  void doesNotSeeExpiredItems() {
    Items mortal =
        fixture.items(
            ContainerDefinition.of("mortal", TestEngine.scheme("/pk")).withDefaultTtlSeconds(10));
    put(mortal, "{'id':'1','pk':'p'}", "{'id':'2','pk':'p','ttl':100}");

    fixture.clock.advanceMillis(11_000);

    assertThat(Fixture.values(pages(queries, mortal, QueryRequest.of("SELECT VALUE c.id FROM c"))))
        .containsExactly(JsonString.of("2"));
  }

  @Test
  void endsAPageAtItsNumberOfResultsAndNeverWithAnEmptyOne() {
    fill(10);

    List<QueryPage> pages = pages(queries, items, all().withMaxItems(5));

    assertThat(pages).hasSize(2);
    assertThat(pages).allSatisfy(page -> assertThat(page.results()).hasSize(5));
  }

  @Test
  void endsAPageAtItsSize() {
    ItemQueries small =
        new ItemQueries(
            Fixture.SCHEDULER, new QueryLimits(1000, 700, 5000, 60_000, 1 << 20, 2000, false));
    fill(10);

    List<QueryPage> pages = pages(small, items, all());

    assertThat(pages).hasSizeGreaterThan(2);
    assertThat(pages).allSatisfy(page -> assertThat(page.metrics().outputBytes()).isLessThan(700));
    assertThat(Fixture.values(pages)).hasSize(10);
  }

  @Test
  void endsAPageAtItsTime() {
    fill(10);
    QueryRequest slow =
        QueryRequest.of("SELECT VALUE udf.slow(c.n) FROM c").withFunctions(this::slow);

    List<QueryPage> pages = pages(queries, items, slow);

    assertThat(pages).hasSize(4);
    assertThat(Fixture.values(pages)).hasSize(10);
  }

  @Test
  void endsAPageAtItsTimeWithinAnItem() {
    put(items, "{'id':'1','pk':'p','x':[1,2,3,4,5,6,7,8,9,10]}");
    QueryRequest slow =
        QueryRequest.of(
                "SELECT VALUE [a,b] FROM c JOIN a IN c.x JOIN b IN c.x WHERE udf.slow(a+b) > 18")
            .withFunctions(this::slow);

    List<QueryPage> pages = pages(queries, items, slow);

    assertThat(pages).hasSizeGreaterThan(2);
    assertThat(Fixture.values(pages)).hasSize(3);
    assertThat(pages.stream().mapToLong(page -> page.metrics().retrievedCount()).sum())
        .isEqualTo(1);
  }

  @Test
  void goesOnWithAggregatesWhereTheTimeOfAPageWasUp() {
    fill(10);
    QueryRequest slow =
        QueryRequest.of("SELECT VALUE SUM(udf.slow(c.n)) FROM c").withFunctions(this::slow);

    List<QueryPage> pages = pages(queries, items, slow);

    assertThat(pages).hasSize(4);
    assertThat(pages.subList(0, 3)).allMatch(page -> page.results().isEmpty());
    assertThat(Fixture.values(pages)).containsExactly(JsonNumber.of(45));
    assertThat(pages.stream().mapToLong(page -> page.metrics().retrievedCount()).sum())
        .isEqualTo(10);
  }

  @Test
  void goesOnWithGroupsWithinAnItem() {
    put(items, "{'id':'1','pk':'p','x':[1,2,3,4,5,6,7,8,9,10]}");
    QueryRequest slow =
        QueryRequest.of(
                "SELECT a % 2 AS odd, COUNT(1) AS n FROM c JOIN a IN c.x JOIN b IN c.x"
                    + " WHERE udf.slow(a + b) > 0 GROUP BY a % 2")
            .withFunctions(this::slow)
            .withMaxItems(1);

    List<QueryPage> pages = pages(queries, items, slow);

    assertThat(pages).hasSizeGreaterThan(3);
    assertThat(Fixture.values(pages))
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("{\"odd\":1,\"n\":50}", "{\"odd\":0,\"n\":50}");
    assertThat(pages.stream().mapToLong(page -> page.metrics().retrievedCount()).sum())
        .isEqualTo(1);
  }

  @Test
  void refusesToGoOnWithWhatIsNotKeptAnyMore() {
    fill(10);
    QueryRequest slow =
        QueryRequest.of("SELECT VALUE SUM(udf.slow(c.n)) FROM c").withFunctions(this::slow);
    QueryPage first = queries.page(items, slow);
    fixture.clock.advanceMillis(60_000);

    DatabaseException failure =
        failure(() -> queries.page(items, slow.withContinuation(first.continuation())));

    assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(failure).hasMessageContaining("Start the query again");
  }

  @Test
  void refusesWhatTakesTooLongAndCannotBeContinuedAndChargesIt() {
    fill(70);
    RequestCharge before = consumed();
    QueryRequest slow =
        QueryRequest.of("SELECT DISTINCT VALUE c.n FROM c WHERE udf.slow(c.n) >= 0 ORDER BY c.n")
            .withFunctions(this::slow);

    DatabaseException failure = failure(() -> queries.page(items, slow));

    assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST);
    assertThat(failure).hasMessageContaining("cannot be continued");
    assertThat(failure.context()).containsEntry("maxMillis", 5_000L);
    RequestCharge charge =
        RequestCharge.parse(String.valueOf(failure.context().get("requestCharge")));
    assertThat(charge).isGreaterThan(RequestCharge.of(1));
    assertThat(consumed()).isEqualTo(before.plus(charge));
  }

  @Test
  void refusesToKeepTooMuch() {
    ItemQueries small =
        new ItemQueries(
            Fixture.SCHEDULER, new QueryLimits(1000, 4096, 5000, 60_000, 2000, 2000, false));
    fill(50);

    assertThat(
            failure(() -> small.page(items, QueryRequest.of("SELECT DISTINCT VALUE c.n FROM c")))
                .code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void sortsMoreThanItMayKeep() {
    ItemQueries small =
        new ItemQueries(
            Fixture.SCHEDULER, new QueryLimits(1000, 500, 5000, 60_000, 10_000, 2000, false));
    fill(100);

    List<JsonValue> sorted =
        Fixture.values(pages(small, items, QueryRequest.of("SELECT * FROM c ORDER BY c.n DESC")));

    assertThat(sorted).hasSize(100);
    assertThat(((JsonObject) sorted.getFirst()).at("n")).isEqualTo(JsonNumber.of(99));
  }

  @Test
  void stopsWhenNobodyWaits() {
    fill(100);
    AtomicBoolean gone = new AtomicBoolean();
    QueryRequest request =
        QueryRequest.of("SELECT VALUE COUNT(udf.go(c.n)) FROM c")
            .withFunctions(
                (_, arguments) -> {
                  gone.set(true);
                  return arguments.getFirst();
                })
            .withCancelled(gone::get);

    DatabaseException failure = failure(() -> queries.page(items, request));

    assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(failure.context()).containsKey("requestCharge");
  }

  @Test
  void goesOnBehindAnItemThatIsGone() {
    fill(4);
    QueryRequest ids = QueryRequest.of("SELECT VALUE c.id FROM c").withMaxItems(1);
    QueryPage first = queries.page(items, ids);
    String id = ((JsonString) first.values().getFirst()).value();
    items.delete(PartitionKey.of("p" + id), id, dev.partita.document.Precondition.NONE);

    List<JsonValue> rest =
        Fixture.values(pages(queries, items, ids.withContinuation(first.continuation())));

    assertThat(rest).hasSize(3).doesNotContain(JsonString.of(id));
  }

  @Test
  void goesOnInBothHalvesOfASplitPartition() {
    fill(40);
    for (String text :
        List.of(
            "SELECT VALUE c.id FROM c",
            "SELECT VALUE c.id FROM c ORDER BY c.n DESC",
            "SELECT VALUE c.id FROM c GROUP BY c.id")) {
      QueryRequest request = QueryRequest.of(text).withMaxItems(13);
      QueryPage first = queries.page(items, request);
      fixture.split(items.container(), items.container().partitions().getLast().number());

      List<JsonValue> rest =
          items.container().partitions().stream()
              .map(owner -> owner.partition().descriptor().positions())
              .map(range -> new QueryScope.Positions(List.of(range)))
              .map(request.withContinuation(first.continuation())::withScope)
              .flatMap(part -> Fixture.values(pages(queries, items, part)).stream())
              .toList();

      assertThat(Stream.concat(first.values().stream(), rest.stream()))
          .as(text)
          .hasSize(40)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void asksOneKeyOnly() {
    fill(10);
    QueryPage page =
        queries.page(items, all().withScope(new QueryScope.Key(PartitionKey.of("p3"))));

    assertThat(page.results()).hasSize(1);
    assertThat(page.metrics().retrievedCount()).isEqualTo(1);
    assertThat(page.visits()).hasSize(1);
  }

  @Test
  void asksThePrefixOfAHierarchicalKey() {
    Items nested = fixture.items("nested", "/a", "/b");
    put(nested, "{'id':'1','a':'x','b':'1'}", "{'id':'2','a':'x','b':'2'}");
    put(nested, "{'id':'3','a':'y','b':'1'}");

    assertThat(
            queries
                .page(nested, all().withScope(new QueryScope.Key(PartitionKey.of("x"))))
                .results())
        .hasSize(2);
    assertThat(
            failure(
                    () ->
                        queries.page(
                            nested, all().withScope(new QueryScope.Key(PartitionKey.EMPTY))))
                .code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void readsOverlappingRangesOnce() {
    fill(10);
    QueryScope twice = new QueryScope.Positions(List.of(KeyRange.ALL, KeyRange.ALL));

    assertThat(queries.page(items, all().withScope(twice)).results()).hasSize(10);
  }

  @Test
  void refusesContinuationsOfOtherQueries() {
    fill(3);
    String token =
        Objects.requireNonNull(queries.page(items, all().withMaxItems(1)).continuation());
    Parameters parameters = new Parameters(Map.of("@a", JsonNumber.of(1)));

    assertThat(
            failure(
                    () ->
                        queries.page(
                            items, QueryRequest.of("SELECT * FROM d").withContinuation(token)))
                .text())
        .contains("another query");
    assertThat(
            failure(
                    () ->
                        queries.page(
                            items, all().withParameters(parameters).withContinuation(token)))
                .text())
        .contains("another query");
  }

  @Test
  void refusesDamagedContinuations() {
    fill(3);
    String token =
        Objects.requireNonNull(queries.page(items, all().withMaxItems(1)).continuation());

    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String damaged = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(failure(() -> queries.page(items, all().withContinuation(damaged))).code())
          .isEqualTo(ErrorCode.BAD_REQUEST);
    }
    for (String other : List.of("", "x", "{}", "AA", token + "AAAA", "é")) {
      assertThat(failure(() -> queries.page(items, all().withContinuation(other))).code())
          .isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @Test
  void refusesPagesWithoutRoom() {
    assertThat(failure(() -> queries.page(items, all().withMaxItems(0))).code())
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void keepsContinuationsShort() {
    String longKey = "k".repeat(1500);
    put(items, "{'id':'1','pk':'" + longKey + "'}", "{'id':'2','pk':'" + longKey + "'}");
    put(items, "{'id':'3','pk':'" + longKey + "'}");

    List<QueryPage> pages =
        pages(queries, items, all().withMaxItems(1).withMaxContinuationBytes(1024));

    assertThat(Fixture.values(pages)).hasSize(3).doesNotHaveDuplicates();
    assertThat(pages.getFirst().continuation()).hasSizeLessThan(1024);
  }

  @Test
  void explainsHowAPageIsMade() {
    Items indexed =
        fixture.items(
            ContainerDefinition.of("indexed", TestEngine.scheme("/pk"))
                .withIndexing(IndexingPolicy.DEFAULT));
    for (int i = 0; i < 20; i++) {
      put(indexed, "{'id':'" + i + "','pk':'p','n':" + i % 4 + ",'m':" + i % 5 + "}");
    }
    String text = "SELECT * FROM c WHERE c.n = 1 AND c.m = 1 ORDER BY c.id";
    QueryPage plain = queries.page(indexed, QueryRequest.of(text));

    QueryPage page = queries.page(indexed, QueryRequest.of("explain " + text));

    assertThat(page.charge()).isEqualTo(plain.charge());
    JsonObject explained = (JsonObject) page.values().getFirst();
    assertThat(explained.at("operators").toString())
        .contains("IndexLookup", "Sort", "Project")
        .contains("\"items\":1");
    assertThat(plain.metrics().retrievedCount()).isLessThanOrEqualTo(5);
    assertThat(explained.at("complete")).isEqualTo(JsonBoolean.TRUE);
  }

  /** A plan that scans items has used no index, and one that used an index names it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(1) FROM c WHERE c.n = 1",
        "SELECT COUNT(1) FROM c WHERE c.n > 0",
        "SELECT COUNT(1) FROM c",
        "SELECT DISTINCT VALUE c.n FROM c",
        "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
        "SELECT * FROM c ORDER BY c.n",
        "SELECT TOP 3 * FROM c ORDER BY c.n DESC",
        "SELECT * FROM c WHERE c.n = 1 ORDER BY c.m",
        "SELECT c.id FROM c WHERE c.n = 1",
        "SELECT * FROM c WHERE UPPER(c.s) = 'X'",
        "SELECT * FROM c WHERE c.n = 1 AND c.m < 3",
        "SELECT * FROM c WHERE c.n = 1 OR c.m = 3"
      })
  void explainsAPlanThatFitsTheIndexesThatWereUsed(String text) {
    Items indexed =
        fixture.items(
            ContainerDefinition.of("indexed", TestEngine.scheme("/pk"))
                .withIndexing(IndexingPolicy.DEFAULT));
    for (int i = 0; i < 400; i++) {
      put(indexed, "{'id':'" + i + "','pk':'p','n':" + i % 4 + ",'m':" + i % 5 + ",'s':'x'}");
    }

    JsonObject explained =
        (JsonObject) queries.page(indexed, QueryRequest.of("explain " + text)).values().getFirst();

    String operators = explained.at("operators").toString();
    JsonObject used = (JsonObject) ((JsonObject) explained.at("indexes")).at("UtilizedIndexes");
    boolean byIndex = !used.at("SingleIndexes").equals(JsonArray.EMPTY);
    assertThat(operators.contains("\"Index")).as(operators + used).isEqualTo(byIndex);
    assertThat(operators.contains("\"Scan\"") && byIndex).as(operators + used).isFalse();
  }

  private JsonValue slow(String name, List<JsonValue> arguments) {
    fixture.clock.advanceMillis(1_700);
    return arguments.getFirst();
  }

  private RequestCharge consumed() {
    return items.container().partitions().getFirst().admission().consumed();
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}");
    }
  }

  private static QueryRequest all() {
    return QueryRequest.of("SELECT * FROM c");
  }

  private static DatabaseException failure(ThrowingCallable call) {
    DatabaseException[] thrown = new DatabaseException[1];
    assertThatThrownBy(call).isInstanceOfSatisfying(DatabaseException.class, e -> thrown[0] = e);
    return thrown[0];
  }
}
