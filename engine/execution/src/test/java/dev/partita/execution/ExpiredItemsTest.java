package dev.partita.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonString;
import dev.partita.testkit.TestEngine;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Items that have expired and are still stored, with their entries in the index. */
final class ExpiredItemsTest {

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withLookupEntries(0));
  private final Items items =
      fixture.items(
          ContainerDefinition.of("c", TestEngine.scheme("/pk"))
              .withIndexing(IndexingPolicy.DEFAULT)
              .withDefaultTtlSeconds(-1));

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void doNotDisturbTheOrderOfTheOthers() {
    // Longer than a term, and in another order there than in queries.
    String before = "l".repeat(100) + "\uD83D\uDE00" + "l".repeat(50);
    String between = "l".repeat(100) + "\uFF22" + "l".repeat(50);
    String after = "l".repeat(100) + "\uFF21" + "l".repeat(50);
    Fixture.put(items, "{'id':'1','pk':'p','s':'%s'}".formatted(after));
    Fixture.put(items, "{'id':'2','pk':'p','s':'%s','ttl':1}".formatted(between));
    Fixture.put(items, "{'id':'3','pk':'p','s':'%s'}".formatted(before));
    fixture.clock.advanceMillis(5_000);

    QueryPage page = queries.page(items, QueryRequest.of("SELECT VALUE c.id FROM c ORDER BY c.s"));

    assertThat(page.values()).isEqualTo(List.of(JsonString.of("3"), JsonString.of("1")));
  }
}
