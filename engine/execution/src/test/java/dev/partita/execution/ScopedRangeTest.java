package dev.partita.execution;

import static dev.partita.execution.Fixture.put;
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
import dev.partita.json.JsonValue;
import dev.partita.testkit.TestEngine;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A range of values that is asked of a small logical partition among many others. */
final class ScopedRangeTest {

  private static final int LOOKUP_ENTRIES = 10;

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(LOOKUP_ENTRIES));
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT));

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void doesNotWalkOverTheValuesOfAllOthers() {
    for (int i = 0; i < 400; i++) {
      put(items, "{'id':'%d','pk':'%s','n':%d}".formatted(i, i % 100 == 0 ? "own" : "p" + i, i));
    }

    QueryPage listed = page("SELECT VALUE c.n FROM c WHERE c.n > 150");
    QueryPage ordered = page("SELECT TOP 1 VALUE c.n FROM c WHERE c.n > 150 ORDER BY c.n DESC");
    QueryPage counted = page("SELECT VALUE COUNT(1) FROM c WHERE c.n > 150");

    assertThat(listed.values()).isEqualTo(numbers(200, 300));
    assertThat(ordered.values()).isEqualTo(numbers(300));
    assertThat(counted.values()).isEqualTo(numbers(2));
    assertThat(List.of(listed, ordered, counted))
        .allSatisfy(
            page -> {
              assertThat(page.metrics().indexEntries()).isLessThanOrEqualTo(5 * LOOKUP_ENTRIES);
              assertThat(page.metrics().retrievedCount()).isEqualTo(4);
            });
  }

  private QueryPage page(String text) {
    return queries.page(
        items, QueryRequest.of(text).withScope(new QueryScope.Key(PartitionKey.of("own"))));
  }

  private static List<JsonValue> numbers(long... numbers) {
    return Arrays.stream(numbers).<JsonValue>mapToObj(JsonNumber::of).toList();
  }
}
