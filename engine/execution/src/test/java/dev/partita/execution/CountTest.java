package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonNumber;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items that are only counted are not read. */
final class CountTest {

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(12));
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT));
  private final Items unindexed = fixture.items("unindexed", "/pk");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c.n = 3",
        "c.n >= 4 AND c.n < 6",
        "c.n IN (1, 2, 99)",
        "c.n BETWEEN 1 AND 8",
        "NOT (c.n > 0)",
        "IS_NUMBER(c.n)",
        "STARTSWITH(c.pk, 'p1')",
        "c.n IN (3, 4, 5) OR c.pk = 'p4'",
        "c.even AND ARRAY_CONTAINS(c.tags, 't2')",
        "ARRAY_CONTAINS(c.tags, 't2')",
        "ARRAY_CONTAINS(c.tags, 't1') OR ARRAY_CONTAINS(c.tags, 't2')",
        "c.n != 3",
        "c.n % 5 = 2 OR LENGTH(ToString(c.n)) = 2"
      })
  void anExactFilterIsAnsweredByTheIndex(String filter) {
    Fixture.fill(items);
    Fixture.fill(unindexed);
    fixture.split(items.container(), 0);

    QueryPage page = count(items, " WHERE " + filter, QueryScope.ALL);

    assertThat(page.values())
        .isEqualTo(count(unindexed, " WHERE " + filter, QueryScope.ALL).values())
        .doesNotContain(JsonNumber.ZERO);
    assertThat(page.metrics().retrievedCount()).isZero();
    assertThat(page.metrics().indexEntries()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c.tags[0] = 't2'",
        "c.n = 3 AND LENGTH(c.pk) = 2",
        "c.even AND c.n <= 8",
        "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE t = 't1')",
        "EXISTS(SELECT VALUE t FROM t IN c.tags WHERE c.n <= 8)"
      })
  void otherFiltersReadItems(String filter) {
    for (Items filled : List.of(items, unindexed)) {
      Fixture.fill(filled);
      Fixture.put(filled, "{'id':'without tags','pk':'p3','n':3}");
    }

    QueryPage page = count(items, " WHERE " + filter, QueryScope.ALL);

    assertThat(page.values())
        .isEqualTo(count(unindexed, " WHERE " + filter, QueryScope.ALL).values())
        .doesNotContain(JsonNumber.ZERO);
    assertThat(page.metrics().retrievedCount()).isPositive();
  }

  @Test
  void allItemsAreCountedByTheSizesOfPartitions() {
    Fixture.fill(items);
    fixture.split(items.container(), 0);
    QueryScope key = new QueryScope.Key(PartitionKey.of("p3"));
    QueryScope half =
        new QueryScope.Positions(
            List.of(
                items.container().partitions().getFirst().partition().descriptor().positions()));

    assertThat(count(items, "", QueryScope.ALL).values()).containsExactly(JsonNumber.of(50));
    assertThat(count(items, "", key).values()).containsExactly(JsonNumber.of(5));
    assertThat(count(items, "", half).values())
        .containsExactly(
            JsonNumber.of(
                items.container().partitions().getFirst().partition().state().recordCount()));
    assertThat(count(items, "", QueryScope.ALL).metrics().retrievedCount()).isZero();
    assertThat(count(items, "", QueryScope.ALL).visits()).hasSize(2);
    assertThat(count(items, "", key).charge().hundredths())
        .isLessThan(queries.page(items, QueryRequest.of("SELECT * FROM c")).charge().hundredths());
  }

  @Test
  void whatHasExpiredDoesNotCount() {
    Items mortal =
        fixture.items(
            ContainerDefinition.of("mortal", TestEngine.scheme("/pk"))
                .withIndexing(IndexingPolicy.DEFAULT)
                .withDefaultTtlSeconds(10));
    Fixture.fill(mortal);
    fixture.clock.advanceMillis(11_000);

    assertThat(count(mortal, "", QueryScope.ALL).values()).containsExactly(JsonNumber.of(0));
    assertThat(count(mortal, " WHERE c.n = 3", QueryScope.ALL).values())
        .containsExactly(JsonNumber.of(0));
  }

  private QueryPage count(Items counted, String where, QueryScope scope) {
    return queries.page(
        counted, QueryRequest.of("SELECT VALUE COUNT(1) FROM c" + where).withScope(scope));
  }
}
