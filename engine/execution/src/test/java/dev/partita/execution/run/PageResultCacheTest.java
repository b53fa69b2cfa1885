package dev.partita.execution.run;

import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.base.time.ManualClock;
import dev.partita.document.Items;
import dev.partita.execution.Fixture;
import dev.partita.execution.ItemQueries;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.PageResultCache;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.execution.plan.QueryScope;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left between two pages, and for how long. */
final class PageResultCacheTest {

  private static final QueryRequest REQUEST =
      QueryRequest.of("SELECT c.g, COUNT(1) AS n FROM c GROUP BY c.g").withMaxItems(2);

  private final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
  private final Fixture fixture = new Fixture();
  private final Items items = fixture.items("c", "/pk");

  @BeforeEach
  void store() {
    for (int i = 0; i < 10; i++) {
      put(items, "{'id':'%d','pk':'%d','g':%d}".formatted(i, i % 3, i % 5));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void theNextPageIsAsOldAsTheOneThatFoundItsGroups() {
    QueryPage first = queries.page(items, REQUEST);
    addOneToEachGroup();

    List<JsonValue> rest = rest(first);

    assertThat(rest).hasSize(3).allMatch(group -> count(group) == 2);
  }

  @Test
  void whatWasKeptForTooLongIsFoundAgain() {
    QueryPage first = queries.page(items, REQUEST);
    addOneToEachGroup();
    fixture.clock.advanceMillis(60_000);

    assertThat(rest(first)).hasSize(3).allMatch(group -> count(group) == 3);
  }

  @Test
  void whatIsAskedForTwiceIsFoundAgain() {
    QueryPage first = queries.page(items, REQUEST);
    List<JsonValue> rest = rest(first);

    assertThat(rest(first)).isEqualTo(rest);
  }

  @Test
  void whoBeginsAnewSeesNothingOlder() {
    queries.page(items, REQUEST);
    addOneToEachGroup();

    QueryPage first = queries.page(items, REQUEST);

    assertThat(first.values()).allMatch(group -> count(group) == 3);
    assertThat(rest(first)).hasSize(3).allMatch(group -> count(group) == 3);
  }

  @Test
  void pagesCostTheSameWhetherOrNotTheirGroupsWereKept() {
    QueryPage first = queries.page(items, REQUEST);
    QueryRequest next = REQUEST.withContinuation(first.continuation());
    QueryPage kept = queries.page(items, next);
    QueryPage found = queries.page(items, next);

    assertThat(kept.charge()).isEqualTo(found.charge());
    assertThat(kept.values()).isEqualTo(found.values());
    assertThat(kept.continuation()).isEqualTo(found.continuation());
  }

  @Test
  void resultsThatWereGivenAreNotGivenAgain() {
    QueryRequest distinct = QueryRequest.of("SELECT DISTINCT c.g, 1 AS one FROM c").withMaxItems(2);
    QueryPage first = queries.page(items, distinct);
    // If the next page had to read again what this one gave, it would not find this.
    List<JsonValue> given = first.values();
    for (int i = 0; i < 10; i++) {
      put(items, "{'id':'%d','pk':'%d','g':%d}".formatted(i, i % 3, 4 - i % 5));
    }

    List<JsonValue> rest =
        Fixture.values(
            Fixture.pages(queries, items, distinct.withContinuation(first.continuation())));

    assertThat(rest).doesNotContainAnyElementsOf(given).doesNotHaveDuplicates();
  }

  @Test
  void onlySoMuchIsKept() {
    ManualClock clock = new ManualClock(0);
    PendingGroups groups = groups(10);
    PageResultCache kept = new PageResultCache(3 * groups.bytes());
    for (int i = 0; i < 4; i++) {
      kept.put(key(i), groups, clock);
    }
    kept.put(key(4), groups(16), clock);

    assertThat(IntStream.range(0, 5).mapToObj(i -> kept.take(key(i), clock)).map(Objects::nonNull))
        .containsExactly(false, true, true, true, false);
  }

  private void addOneToEachGroup() {
    for (int i = 0; i < 5; i++) {
      put(items, "{'id':'new-%d','pk':'%d','g':%d}".formatted(i, i, i));
    }
  }

  private List<JsonValue> rest(QueryPage first) {
    List<QueryPage> pages =
        new ArrayList<>(
            Fixture.pages(queries, items, REQUEST.withContinuation(first.continuation())));
    assertThat(pages).hasSize(2);
    return Fixture.values(pages);
  }

  private static int count(JsonValue group) {
    return Integer.parseInt(group.toString().replaceAll(".*\"n\":(\\d+).*", "$1"));
  }

  private static PageResultCache.Key key(int number) {
    return new PageResultCache.Key(1, QueryScope.ALL, "token-" + number);
  }

  private static PendingGroups groups(int count) {
    return new PendingGroups(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    new PendingGroups.Entry(
                        new Bookmark.AfterGroup(List.of(), new Hash128(i, i)),
                        new QueryResult("{}".getBytes(StandardCharsets.UTF_8))))
            .toList());
  }
}
