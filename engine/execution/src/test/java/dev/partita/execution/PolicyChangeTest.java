package dev.partita.execution;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonValue;
import dev.partita.testkit.TestEngine;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries find all their items while the index is changed to another policy. */
final class PolicyChangeTest {

  private static final String BY_VALUE = "SELECT VALUE c.n FROM c WHERE c.n = 7";
  private static final String COUNTED = "SELECT VALUE COUNT(1) + 6 FROM c WHERE c.n = 7";

  private final SnapshotHook store = new SnapshotHook();
  private final Fixture fixture = new Fixture(store, options -> options);
  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_VALUE, COUNTED})
  void anIndexThatIsCompletedBehindASnapshotIsNotUsedWithIt(String query) {
    Items items = filled(IndexingPolicy.NONE);

    store.afterNextSnapshot(() -> changeWholly(items, IndexingPolicy.DEFAULT));

    assertThat(values(items, query)).containsExactly(JsonNumber.of(7));
    assertThat(values(items, query)).containsExactly(JsonNumber.of(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_VALUE, COUNTED})
  void anIndexThatIsRemovedBeforeASnapshotIsNotUsedWithIt(String query) {
    Items items = filled(IndexingPolicy.DEFAULT);

    store.beforeNextSnapshot(() -> changeWholly(items, IndexingPolicy.NONE));

    assertThat(values(items, query)).containsExactly(JsonNumber.of(7));
    assertThat(values(items, query)).containsExactly(JsonNumber.of(7));
  }

  @Test
  void resultsStayTheSameWhilePoliciesComeAndGo() throws InterruptedException {
    Items items = filled(IndexingPolicy.DEFAULT);
    AtomicBoolean done = new AtomicBoolean();
    Thread changes =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!done.get()) {
                    changeWholly(items, IndexingPolicy.NONE);
                    changeWholly(items, IndexingPolicy.DEFAULT);
                  }
                });
    try {
      for (int i = 0; i < 300; i++) {
        assertThat(values(items, BY_VALUE)).containsExactly(JsonNumber.of(7));
        assertThat(values(items, COUNTED)).containsExactly(JsonNumber.of(7));
      }
    } finally {
      done.set(true);
      changes.join();
    }
  }

  /** The page before chose an order among the conditions that it knew of. */
  @Test
  void aPageEndsWhereTheNewPolicyTellsThatNothingIsToBeFound() {
    IndexingPolicy withoutX =
        IndexingPolicy.fromJson(
            json("{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/x/?'}]}"));
    Items items = filled(withoutX);
    QueryLimits limits = QueryLimits.defaults().withLookupEntries(2);
    ItemQueries hasty =
        new ItemQueries(
            Fixture.SCHEDULER,
            new QueryLimits(
                limits.pageItems(),
                limits.pageBytes(),
                -1,
                limits.runMillis(),
                limits.keptBytes(),
                limits.lookupEntries(),
                false));
    QueryRequest request =
        QueryRequest.of("SELECT VALUE c.id FROM c WHERE (c.x BETWEEN 5 AND 'b') AND c.n > 1");
    QueryPage first = hasty.page(items, request);
    assertThat(first.continuation()).isNotNull();
    assertThat(first.values()).isEmpty();

    changeWholly(items, IndexingPolicy.DEFAULT);

    QueryPage next = hasty.page(items, request.withContinuation(first.continuation()));
    assertThat(next.values()).isEmpty();
    assertThat(next.continuation()).isNull();
  }

  private Items filled(IndexingPolicy policy) {
    Items items =
        fixture.items(ContainerDefinition.of("c", TestEngine.scheme("/pk")).withIndexing(policy));
    Stream.iterate(0, i -> i < 20, i -> i + 1)
        .forEach(i -> Fixture.put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}"));
    return items;
  }

  private void changeWholly(Items items, IndexingPolicy policy) {
    Container container = items.container();
    fixture
        .engine
        .containers()
        .changeDefinition(container.number(), container.definition().withIndexing(policy));
    fixture.engine.housekeeping().round();
  }

  private List<JsonValue> values(Items items, String text) {
    return Fixture.values(Fixture.pages(queries, items, QueryRequest.of(text)));
  }
}
