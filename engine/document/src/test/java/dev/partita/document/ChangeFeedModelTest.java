package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.json.JsonObject;
import dev.partita.partition.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Feeds that are read a page at a time while items change and partitions are split and merged,
 * against the list of all changes: nothing is lost, nothing comes twice, every key's changes come
 * in their order and every transaction on one page.
 */
class ChangeFeedModelTest {

  /** How often a page is read before the feed must be through. */
  private static final int PAGES_MAX = 1_000;

  sealed interface Step {
    record Upsert(int key, int id) implements Step {}

    record Delete(int key, int id) implements Step {}

    /** Several items of a key in one transaction. */
    record Batch(int key, int items) implements Step {}

    record Read(int maxChanges) implements Step {}

    record Split(int at) implements Step {}

    record Merge(int at) implements Step {}
  }

  /** A change as it must appear; the number tells transactions apart. */
  private record Expected(String key, String id, Change.Kind kind, int transaction) {}

  private static final class Run {
    final Fixture fixture;
    final Items items;
    final Container container;
    final ChangeFeed feed;
    final List<Expected> changes = new ArrayList<>();
    final Map<String, Integer> live = new TreeMap<>();

    /** Which transaction deleted a version. */
    final Map<String, Integer> deletes = new TreeMap<>();

    int transactions;

    Run(Fixture fixture) {
      this.fixture = fixture;
      items = fixture.items(definition("c").withHistoryMillis(3_600_000));
      container = items.container();
      feed = fixture.documents.changeFeed(container);
    }

    void take(Step step) {
      switch (step) {
        case Step.Upsert(int key, int id) -> {
          transactions++;
          items.upsert(null, document(key, id), Precondition.NONE);
          expectWrite("k" + key, "i" + id);
        }
        case Step.Delete(int key, int id) -> {
          Integer previous = live.remove("k" + key + "/i" + id);
          if (previous != null) {
            transactions++;
            deletes.put("k" + key + "/i" + id + "@" + previous, transactions);
            items.delete(pk("k" + key), "i" + id, Precondition.NONE);
            changes.add(new Expected("k" + key, "i" + id, Change.Kind.DELETE, transactions));
          }
        }
        case Step.Batch(int key, int count) -> {
          transactions++;
          List<ItemOperation> operations = new ArrayList<>();
          for (int id = 0; id < count; id++) {
            operations.add(new ItemOperation.Upsert(document(key, id), Precondition.NONE));
            expectWrite("k" + key, "i" + id);
          }
          assertThat(items.batch(pk("k" + key), operations).succeeded()).isTrue();
        }
        case Step.Split(int at) -> {
          List<OwnedPartition> partitions = container.partitions();
          int number = partitions.get(at % partitions.size()).number();
          if (keysIn(number) > 1) {
            fixture.engine.reshaper().split(container, number);
          }
        }
        case Step.Merge(int at) -> {
          List<OwnedPartition> partitions = container.partitions();
          if (partitions.size() > 1) {
            int left = at % (partitions.size() - 1);
            fixture
                .engine
                .reshaper()
                .merge(container, partitions.get(left).number(), partitions.get(left + 1).number());
          }
        }
        case Step.Read _ -> throw new IllegalArgumentException("Reading is the reader's.");
      }
    }

    private long keysIn(int number) {
      KeyRange positions = container.map().positionsOf(number);
      return live.keySet().stream()
          .map(name -> name.substring(0, name.indexOf('/')))
          .distinct()
          .filter(
              key ->
                  positions.contains(
                      container.definition().scheme().logicalKey(pk(key)).position()))
          .count();
    }

    private JsonObject document(int key, int id) {
      return json("{'id':'i%d','pk':'k%d','t':%d}".formatted(id, key, transactions));
    }

    private void expectWrite(String key, String id) {
      boolean known = live.put(key + "/" + id, transactions) != null;
      changes.add(
          new Expected(key, id, known ? Change.Kind.REPLACE : Change.Kind.CREATE, transactions));
    }
  }

  @Property(tries = 100)
  void showsEveryChangeOnce(@ForAll("steps") List<Step> steps) {
    try (Fixture fixture = new Fixture()) {
      Run run = new Run(fixture);
      FeedToken token = run.feed.start(KeyRange.ALL, new FeedStart.Beginning());
      List<Expected> seen = new ArrayList<>();
      Set<Integer> complete = new HashSet<>();
      for (Step step : steps) {
        if (step instanceof Step.Read(int maxChanges)) {
          FeedPage page = read(run, token, FeedMode.ALL_VERSIONS, maxChanges);
          note(run, page, seen, complete);
          token = page.next();
        } else {
          run.take(step);
        }
      }
      FeedPage page = read(run, token, FeedMode.ALL_VERSIONS, 3);
      for (int pages = 0; !page.caughtUp(); pages++) {
        assertThat(pages).isLessThan(PAGES_MAX);
        note(run, page, seen, complete);
        page = read(run, page.next(), FeedMode.ALL_VERSIONS, 3);
      }

      assertThat(seen).containsExactlyInAnyOrderElementsOf(run.changes);
      assertThat(byKey(seen)).isEqualTo(byKey(run.changes));
    }
  }

  @Property(tries = 100)
  void showsTheLatestVersionOfEveryItem(@ForAll("steps") List<Step> steps) {
    try (Fixture fixture = new Fixture()) {
      Run run = new Run(fixture);
      FeedToken token = run.feed.start(KeyRange.ALL, new FeedStart.Beginning());
      Map<String, Integer> latest = new TreeMap<>();
      Set<String> versions = new HashSet<>();
      for (Step step : steps) {
        if (step instanceof Step.Read(int maxChanges)) {
          FeedPage page = read(run, token, FeedMode.LATEST_VERSION, maxChanges);
          note(page, latest, versions);
          token = page.next();
        } else {
          run.take(step);
        }
      }
      FeedPage page = read(run, token, FeedMode.LATEST_VERSION, 3);
      for (int pages = 0; !page.caughtUp(); pages++) {
        assertThat(pages).isLessThan(PAGES_MAX);
        note(page, latest, versions);
        page = read(run, page.next(), FeedMode.LATEST_VERSION, 3);
      }

      assertThat(latest).containsAllEntriesOf(run.live);
      Map<String, Integer> fresh = new TreeMap<>();
      Set<String> once = new HashSet<>();
      page =
          read(
              run,
              run.feed.start(KeyRange.ALL, new FeedStart.Beginning()),
              FeedMode.LATEST_VERSION,
              4);
      while (!page.caughtUp()) {
        note(page, fresh, once);
        page = read(run, page.next(), FeedMode.LATEST_VERSION, 4);
      }
      assertThat(fresh).isEqualTo(run.live);
    }
  }

  @Property(tries = 60)
  void startsFromATime(@ForAll("steps") List<Step> before, @ForAll("steps") List<Step> after) {
    try (Fixture fixture = new Fixture()) {
      Run run = new Run(fixture);
      writes(before).forEach(run::take);
      int earlier = run.changes.size();
      fixture.clock.advanceMillis(1_000);
      long millis = fixture.clock.millis();
      writes(after).forEach(run::take);
      boolean merged =
          before.stream().anyMatch(Step.Merge.class::isInstance)
              || after.stream().anyMatch(Step.Merge.class::isInstance);

      List<Expected> seen = new ArrayList<>();
      FeedPage page =
          read(
              run,
              run.feed.start(KeyRange.ALL, new FeedStart.Time(millis)),
              FeedMode.ALL_VERSIONS,
              5);
      while (!page.caughtUp()) {
        note(run, page, seen, new HashSet<>());
        page = read(run, page.next(), FeedMode.ALL_VERSIONS, 5);
      }

      List<Expected> since = run.changes.subList(earlier, run.changes.size());
      assertThat(seen).doesNotHaveDuplicates().containsAll(since);
      if (!merged) {
        assertThat(seen).containsExactlyInAnyOrderElementsOf(since);
      }
    }
  }

  private static List<Step> writes(List<Step> steps) {
    return steps.stream().filter(step -> !(step instanceof Step.Read)).toList();
  }

  /** Reads with a token that has been a text in between, as a client's is. */
  private static FeedPage read(Run run, FeedToken token, FeedMode mode, int maxChanges) {
    return run.feed.read(FeedToken.decode(token.encode()), mode, maxChanges);
  }

  private static void note(Run run, FeedPage page, List<Expected> seen, Set<Integer> complete) {
    Map<Integer, Long> counts = new TreeMap<>();
    for (FeedChange change : page.changes()) {
      int transaction = transaction(run, change);
      seen.add(new Expected(key(change), change.id(), change.kind(), transaction));
      counts.merge(transaction, 1L, Long::sum);
    }
    counts.forEach(
        (transaction, count) -> {
          assertThat(complete.add(transaction)).as("a transaction is on one page").isTrue();
          assertThat(count)
              .isEqualTo(
                  run.changes.stream()
                      .filter(change -> change.transaction() == transaction)
                      .count());
        });
  }

  private static int transaction(Run run, FeedChange change) {
    if (change.current().isPresent()) {
      return transaction(change.current().get());
    }
    // A delete carries nothing of its own, but it tells what it deleted.
    int deleted = transaction(change.previous().orElseThrow());
    return Objects.requireNonNull(run.deletes.get(key(change) + "/" + change.id() + "@" + deleted));
  }

  private static int transaction(StoredItem item) {
    return Integer.parseInt(item.document().at("t").toString());
  }

  private static void note(FeedPage page, Map<String, Integer> latest, Set<String> versions) {
    for (FeedChange change : page.changes()) {
      String name = key(change) + "/" + change.id();
      int transaction = transaction(change.current().orElseThrow());
      assertThat(versions.add(name + "@" + transaction)).as("a version comes once").isTrue();
      latest.put(name, transaction);
    }
  }

  private static String key(FeedChange change) {
    return change.partitionKey().toJson().replaceAll("[\\[\\]\"]", "");
  }

  private static Map<String, List<Expected>> byKey(List<Expected> changes) {
    return changes.stream().collect(Collectors.groupingBy(Expected::key));
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> keys = Arbitraries.integers().between(0, 7);
    Arbitrary<Integer> ids = Arbitraries.integers().between(0, 3);
    Arbitrary<Integer> places = Arbitraries.integers().between(0, 10);
    Arbitrary<Step> upserts = Combinators.combine(keys, ids).as(Step.Upsert::new);
    return Arbitraries.frequencyOf(
            Tuple.of(8, upserts),
            Tuple.of(2, Combinators.combine(keys, ids).as(Step.Delete::new)),
            Tuple.of(
                2,
                Combinators.combine(keys, Arbitraries.integers().between(1, 4))
                    .as(Step.Batch::new)),
            Tuple.of(4, Arbitraries.integers().between(1, 6).map(Step.Read::new)),
            Tuple.of(2, places.map(Step.Split::new)),
            Tuple.of(2, places.map(Step.Merge::new)))
        .list()
        .ofMaxSize(60);
  }
}
