package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Sql;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that look at one path are answered by the values in the index. */
final class CoveringTest {

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(10));
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT));

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT DISTINCT VALUE c.city FROM c",
        "SELECT DISTINCT c.city FROM c",
        "SELECT DISTINCT VALUE LEFT(c.city, 1) FROM c",
        "SELECT c.city, COUNT(1) AS n FROM c GROUP BY c.city",
        "SELECT c.city, COUNT(c.city) AS n FROM c GROUP BY c.city",
        "SELECT COUNT(1) AS n, LENGTH(c.city) AS length FROM c GROUP BY LENGTH(c.city)",
        "SELECT VALUE COUNT(1) FROM c WHERE CONTAINS(c.city, 'o')",
        "SELECT MIN(c.n) AS least, MAX(c.n) AS most, COUNTIF(c.n > 50) AS large FROM c",
        "SELECT c.n, COUNT(1) AS count FROM c WHERE c.n > 20 AND c.n < 40 GROUP BY c.n",
        "SELECT DISTINCT VALUE c.deep.inside FROM c WHERE c.deep.inside != 3"
      })
  void readsNoItems(String text) {
    fill("{'id':'%d','pk':'p%d','n':%d,'city':'%s','deep':{'inside':%d}}", true);
    List<JsonValue> expected = expected(text);

    List<QueryPage> pages = Fixture.pages(queries, items, QueryRequest.of(text).withMaxItems(2));
    QueryPage whole = queries.page(items, QueryRequest.of(text).withMaxItems(1000));

    assertThat(whole.values()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(Fixture.values(pages)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(whole.metrics().retrievedCount()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT DISTINCT VALUE c.city FROM c",
        "SELECT c.city, COUNT(1) AS n FROM c GROUP BY c.city",
        "SELECT VALUE AVG(c.n) FROM c GROUP BY c.city"
      })
  void readsItemsWhereTheIndexDoesNotTell(String text) {
    fill("{'id':'%d','pk':'p%d','n':%d,'city':['%s',%d]}", false);

    QueryPage page = queries.page(items, QueryRequest.of(text).withMaxItems(1000));

    assertThat(page.values()).containsExactlyInAnyOrderElementsOf(expected(text));
    assertThat(page.metrics().retrievedCount()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(1) FROM c WHERE 1 / c.n < 0",
        "SELECT DISTINCT VALUE ATN2(c.n, -1) FROM c",
        "SELECT COUNTIF(1 / c.n > 0) AS above FROM c"
      })
  void tellsZeroFromMinusZeroWhereTheQueryDoes(String text) {
    for (int i = 0; i < 20; i++) {
      Fixture.put(items, "{'id':'%d','pk':'p','n':%s}".formatted(i, i % 3 == 0 ? "-0.0" : "0"));
    }

    QueryPage page = queries.page(items, QueryRequest.of(text));

    assertThat(page.values()).containsExactlyInAnyOrderElementsOf(expected(text));
  }

  @Test
  void doesNotFailForValuesThatNoItemHas() {
    String text = "SELECT DISTINCT VALUE 10 / (c.n ?? 0) FROM c";
    for (int i = 1; i < 20; i++) {
      Fixture.put(items, "{'id':'%d','pk':'p','n':%d}".formatted(i, 1 + i % 2));
    }

    QueryPage page = queries.page(items, QueryRequest.of(text));

    assertThat(page.values()).containsExactlyInAnyOrderElementsOf(expected(text));
  }

  private void fill(String form, boolean sparse) {
    List<String> cities = List.of("Oslo", "Rome", "Lima", "Quito", "Bonn");
    for (int i = 0; i < 100; i++) {
      Fixture.put(items, form.formatted(i, i % 9, i % 60, cities.get(i % 5), i % 7));
    }
    if (sparse) {
      Fixture.put(items, "{'id':'none','pk':'p1'}");
      Fixture.put(items, "{'id':'other','pk':'p2','city':null,'n':true,'deep':7}");
    }
    fixture.split(items.container(), 0);
  }

  private List<JsonValue> expected(String text) {
    List<JsonValue> expected = new ArrayList<>();
    ReferenceQuery.compile(
            Sql.parse(text), QueryRequest.of(text).parameters(), ContainerTraits.DEFAULT)
        .execute(Fixture.all(items, KeyRange.ALL), Execution.start(new ManualClock(0)))
        .forEachRemaining(expected::add);
    return expected;
  }
}
