package dev.partita.execution;

import static dev.partita.execution.Fixture.pages;
import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items of which no more than the id is wanted are not read. */
final class IdsTest {

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(12));
  private final Items items = indexed("c");
  private final Items unindexed = fixture.items("unindexed", "/pk");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE c.id FROM c WHERE c.n = 3",
        "SELECT c.id FROM c WHERE c.n IN (1, 2, 99)",
        "SELECT VALUE c['id'] FROM c WHERE c.even",
        "SELECT VALUE UPPER(x.id) FROM x WHERE x.n BETWEEN 1 AND 2",
        "SELECT VALUE 1 FROM c WHERE c.n = 3",
        "SELECT VALUE c.id FROM c WHERE c.even AND ARRAY_CONTAINS(c.tags, 't2')",
        "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 't1') OR c.pk = 'p4'",
        "SELECT VALUE c.id FROM c WHERE c.n IN (3, 4, 5) OR c.pk = 'p4'"
      })
  void theIndexHasAllThatIsWanted(String query) {
    Fixture.fill(items);
    Fixture.fill(unindexed);
    fixture.split(items.container(), 0);
    List<JsonValue> expected = queries.page(unindexed, QueryRequest.of(query)).values();

    QueryPage page = queries.page(items, QueryRequest.of(query));

    assertThat(page.values()).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
    assertThat(page.metrics().retrievedCount()).isZero();
    assertThat(page.metrics().matchedCount()).isEqualTo(expected.size());
    assertThat(page.metrics().indexEntries()).isPositive();
    for (int size : new int[] {1, 2, 3, expected.size()}) {
      assertThat(Fixture.values(pages(queries, items, QueryRequest.of(query).withMaxItems(size))))
          .isEqualTo(page.values());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c.id, c.n FROM c WHERE c.n = 3",
        "SELECT VALUE c FROM c WHERE c.n = 3",
        "SELECT VALUE c._ts FROM c WHERE c.n = 3",
        "SELECT VALUE c.id FROM c WHERE c.n = 3 AND LENGTH(c.pk) = 2",
        "SELECT VALUE c.id FROM c WHERE c.tags[0] = 't2'",
        "SELECT VALUE c.id FROM c JOIN t IN c.tags WHERE c.n = 3",
        "SELECT VALUE c.id FROM c WHERE c.pk = 'p3' AND c.id = '3'",
        "SELECT VALUE c.id FROM c WHERE c.pk = 'p4' AND c.n < 99"
      })
  void otherQueriesReadItems(String query) {
    Fixture.fill(items);
    Fixture.fill(unindexed);

    QueryPage page = queries.page(items, QueryRequest.of(query));

    assertThat(page.metrics().retrievedCount()).isPositive();
    assertThat(page.values())
        .hasSameSizeAs(queries.page(unindexed, QueryRequest.of(query)).values());
  }

  @Test
  void someMayBePassedOver() {
    Fixture.fill(items);
    fixture.split(items.container(), 0);
    List<JsonValue> all =
        queries.page(items, QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.even")).values();
    QueryRequest some =
        QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.even OFFSET 5 LIMIT 9").withMaxItems(4);

    List<QueryPage> pages = pages(queries, items, some);

    assertThat(Fixture.values(pages)).isEqualTo(all.subList(5, 14));
    assertThat(pages).hasSize(3).allMatch(page -> page.metrics().retrievedCount() == 0);
  }

  @Test
  void pagesCostNoMoreThanAllAtOnce() {
    Fixture.fill(items);
    fixture.split(items.container(), 0);
    QueryRequest query = QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.even");
    QueryPage whole = queries.page(items, query);

    List<QueryPage> pages = pages(queries, items, query.withMaxItems(10));

    assertThat(whole.visits()).hasSize(2);
    // A page that goes on pays for the least that a request costs, and not for a query again.
    long more = pages.stream().skip(1).mapToLong(page -> page.charge().hundredths()).sum();
    assertThat(pages.getFirst().charge().hundredths())
        .isLessThanOrEqualTo(whole.charge().hundredths());
    assertThat(pages.getFirst().charge().hundredths() + more)
        .isLessThan(2 * whole.charge().hundredths());
  }

  @Test
  void anyIdIsReadFromItsKey() {
    List<String> ids =
        List.of("ä\u0000ö", "\"quoted\"", "\uD83D\uDE00", "ÿ", "€ 5", "\uFFFF", "_", "?", "%");
    ids.forEach(id -> items.upsert(null, document(id), Precondition.NONE));
    Fixture.fill(items);

    QueryPage page =
        queries.page(items, QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.odd = true"));

    assertThat(page.metrics().retrievedCount()).isZero();
    assertThat(page.values())
        .containsExactlyInAnyOrderElementsOf(ids.stream().<JsonValue>map(JsonString::of).toList());
  }

  @Test
  void whatHasExpiredIsNotFound() {
    Items mortal =
        fixture.items(
            ContainerDefinition.of("mortal", TestEngine.scheme("/pk"))
                .withIndexing(IndexingPolicy.DEFAULT)
                .withDefaultTtlSeconds(10));
    Fixture.fill(mortal);
    fixture.clock.advanceMillis(11_000);
    put(mortal, "{'id':'late','pk':'p','n':3}");

    assertThat(
            queries
                .page(mortal, QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.n = 3"))
                .values())
        .containsExactly(JsonString.of("late"));
  }

  @Test
  void fewItemsComeInTheOrderTheyWereCreatedIn() {
    put(
        items,
        "{'id':'z','pk':'p','n':1}",
        "{'id':'m','pk':'p','n':1}",
        "{'id':'a','pk':'p','n':1}");

    assertThat(
            queries.page(items, QueryRequest.of("SELECT VALUE c.id FROM c WHERE c.n = 1")).values())
        .containsExactly(JsonString.of("z"), JsonString.of("m"), JsonString.of("a"));
  }

  private Items indexed(String name) {
    return fixture.items(
        ContainerDefinition.of(name, TestEngine.scheme("/pk"))
            .withIndexing(IndexingPolicy.DEFAULT));
  }

  private static JsonObject document(String id) {
    return JsonObject.builder().put("id", id).put("pk", "p").put("odd", JsonBoolean.TRUE).build();
  }
}
