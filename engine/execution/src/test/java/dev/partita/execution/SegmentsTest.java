package dev.partita.execution;

import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ChangeFeed;
import dev.partita.document.FeedMode;
import dev.partita.document.FeedPage;
import dev.partita.document.FeedStart;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.check.DataCheck;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonPath;
import dev.partita.partition.KeySpace;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two engines do the same with a container of four partitions: in one engine these lie in one
 * segment, in the other in two. What clients get is the same to the byte, rids, ETags and tokens
 * included.
 */
@Timeout(120)
class SegmentsTest {

  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c",
          "SELECT VALUE c.id FROM c WHERE c.n > 3",
          "SELECT VALUE c.id FROM c WHERE c.even = true AND c.n < 8",
          "SELECT c.id, c.n FROM c ORDER BY c.n",
          "SELECT c.id, c.n FROM c ORDER BY c.n DESC",
          "SELECT c.id FROM c WHERE c.n >= 2 ORDER BY c.n ASC, c.id DESC",
          "SELECT c.n, COUNT(1) AS many FROM c GROUP BY c.n",
          "SELECT DISTINCT VALUE c.even FROM c",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE SUM(c.n) FROM c WHERE c.even = false",
          "SELECT TOP 7 c.id FROM c ORDER BY c.id",
          "SELECT VALUE t FROM c JOIN t IN c.tags WHERE t = 't1'",
          "SELECT c.id FROM c WHERE c.pk = 'p3' ORDER BY c.n");

  private static final ContainerDefinition DEFINITION =
      ContainerDefinition.of("c", TestEngine.scheme("/pk"))
          .withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/email")))))
          .withDefaultTtlSeconds(-1)
          .withIndexing(
              IndexingPolicy.fromJson(
                  json(
                      "{'includedPaths':[{'path':'/*'}],'compositeIndexes':["
                          + "[{'path':'/n'},{'path':'/id','order':'descending'}]]}")));

  /** An engine, its container and what its clients ask. */
  private static final class Side {

    final MemoryStore store = new MemoryStore();
    final Fixture fixture = new Fixture(store, options -> options.withOpenings(() -> 77));
    final ItemQueries queries = new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults());
    final Items items;

    Side(int segments) {
      items = fixture.documents.items(fixture.container(DEFINITION, 4, segments));
    }

    List<Object> pages(String text) {
      List<Object> pages = new ArrayList<>();
      QueryRequest request = QueryRequest.of(text).withMaxItems(7);
      for (QueryPage page : Fixture.pages(queries, items, request)) {
        pages.add(page.values());
        pages.add(String.valueOf(page.continuation()));
        pages.add(page.charge());
      }
      return pages;
    }

    List<Object> feed() {
      ChangeFeed feed = fixture.documents.changeFeed(items.container());
      List<Object> pages = new ArrayList<>();
      FeedPage page;
      var token = feed.start(KeyRange.ALL, new FeedStart.Beginning());
      do {
        page = feed.read(token, FeedMode.LATEST_VERSION, 9);
        page.changes()
            .forEach(change -> pages.add(change.id() + change.lsn() + change.partitionKey()));
        token = page.next();
        pages.add(token.encode());
      } while (!page.caughtUp());
      return pages;
    }

    List<Object> partitions() {
      return items.container().partitions().stream()
          .map(OwnedPartition::partition)
          .<Object>map(partition -> partition.descriptor() + " " + partition.state())
          .toList();
    }
  }

  private final Side plain = new Side(1);
  private final Side divided = new Side(2);

  @AfterEach
  void close() {
    plain.fixture.close();
    divided.fixture.close();
  }

  private void both(Consumer<Side> action) {
    action.accept(plain);
    action.accept(divided);
  }

  private void assertSame(Function<Side, Object> look) {
    assertThat(look.apply(divided)).isEqualTo(look.apply(plain));
  }

  private void assertAllSame() {
    assertSame(side -> Fixture.all(side.items, KeyRange.ALL));
    assertSame(Side::feed);
    assertSame(Side::partitions);
    assertSame(side -> side.items.container().sizeBytes());
    QUERIES.forEach(text -> assertSame(side -> side.pages(text)));
    both(SegmentsTest::assertSound);
  }

  private static void assertSound(Side side) {
    List<Finding> findings = new ArrayList<>();
    DataCheck.store(side.store, findings::add, Progress.NONE);
    assertThat(findings).isEmpty();
  }

  private void fill() {
    both(
        side -> {
          for (int i = 0; i < 50; i++) {
            side.items.upsert(
                null,
                json(
                    "{'id':'%d','pk':'p%d','email':'%d','n':%d,'even':%b,'tags':['t%d','t%d']}"
                        .formatted(i, i % 10, i, i / 5, i % 2 == 0, i % 4, i % 3)),
                Precondition.NONE);
          }
          for (int i = 0; i < 30; i++) {
            side.items.upsert(
                null,
                json(
                    "{'id':'e%d','pk':'q%d','email':'m%d','n':%d,'ttl':%d}"
                        .formatted(i, i, i, i % 6, i % 4 == 0 ? 30 : 1000)),
                Precondition.NONE);
          }
          for (int i = 0; i < 50; i += 7) {
            side.items.delete(
                PartitionKey.of("p" + i % 10), Integer.toString(i), Precondition.NONE);
          }
        });
  }

  @Test
  void clientsSeeNothingOfSegments() {
    fill();
    assertAllSame();
    int second = divided.items.container().record().segments().numbers().getLast();
    assertThat(keys(divided, second)).isGreaterThan(20);
    both(
        side ->
            assertFails(
                ErrorCode.CONFLICT,
                () -> side.items.create(null, json("{'id':'other','pk':'q3','email':'m3'}"))));
    assertSame(
        side -> side.items.read(PartitionKey.of("q3"), "e3").requireItem().document().toString());
  }

  @Test
  void splitsAndTokensAcrossThem() {
    fill();
    String text = "SELECT c.id, c.n FROM c ORDER BY c.n";
    QueryRequest request = QueryRequest.of(text).withMaxItems(7);
    List<String> tokens = new ArrayList<>();
    both(side -> tokens.add(String.valueOf(side.queries.page(side.items, request).continuation())));
    assertThat(tokens.getFirst()).isEqualTo(tokens.getLast());
    both(
        side -> {
          side.fixture.split(side.items.container(), 1);
          side.fixture.split(side.items.container(), 2);
          side.fixture.engine.reshaper().merge(side.items.container(), 4, 5);
        });

    assertAllSame();
    // The token of one engine is good at the other.
    assertThat(
            Fixture.values(
                Fixture.pages(
                    divided.queries, divided.items, request.withContinuation(tokens.getFirst()))))
        .isEqualTo(
            Fixture.values(
                Fixture.pages(
                    plain.queries, plain.items, request.withContinuation(tokens.getLast()))));
  }

  @Test
  void expiresAndIndexesAgain() {
    fill();
    both(
        side -> {
          side.fixture.clock.advanceMillis(31_000);
          side.fixture.engine.housekeeping().round();
        });
    assertAllSame();
    both(
        side -> {
          side.fixture
              .engine
              .containers()
              .changeDefinition(
                  side.items.container().number(),
                  DEFINITION.withIndexing(
                      IndexingPolicy.fromJson(
                          json(
                              "{'includedPaths':[{'path':'/n/?'}],"
                                  + "'excludedPaths':[{'path':'/*'}],'compositeIndexes':["
                                  + "[{'path':'/n'},{'path':'/id','order':'descending'}]]}"))));
          side.fixture.engine.housekeeping().round();
          assertThat(side.items.container().record().reindexing()).isNull();
        });
    assertSame(side -> Fixture.all(side.items, KeyRange.ALL));
    assertSame(side -> side.pages("SELECT c.id FROM c WHERE c.n >= 2 ORDER BY c.n ASC, c.id DESC"));
    both(SegmentsTest::assertSound);
  }

  @Test
  void leavesNothingBehind() {
    fill();
    List<Integer> segments = divided.items.container().record().segments().numbers();
    divided.fixture.engine.containers().deleteContainer(divided.items.container().number());
    divided.fixture.engine.housekeeping().round();
    segments.forEach(segment -> assertThat(keys(divided, segment)).isZero());
    assertSound(divided);
  }

  private static int keys(Side side, int segment) {
    int count = 0;
    for (Family family : List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX)) {
      try (Cursor cursor = side.store.scan(family, new KeySpace(segment).all())) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }
}
