package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.EngineLimits;
import dev.partita.container.OwnedPartition;
import dev.partita.partition.Change;
import dev.partita.testkit.TestEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChangeFeedTest {

  private static final long RETENTION_MILLIS = 600_000;

  private final SnapshotHook store = new SnapshotHook();
  private final Fixture fixture = new Fixture(store, EngineLimits.defaults());
  private final Items items = fixture.items(definition("c").withHistoryMillis(RETENTION_MILLIS));
  private final Container container = items.container();
  private final ChangeFeed feed = fixture.documents.changeFeed(container);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void startsWhereItIsToldTo() {
    upsert("a", "1");
    fixture.clock.advanceMillis(1_000);
    FeedToken now = feed.start(KeyRange.ALL, new FeedStart.Now());
    upsert("b", "2");
    upsert("a", "3");

    assertThat(drain(feed.start(KeyRange.ALL, new FeedStart.Beginning())))
        .containsExactly("a/1", "b/2", "a/3");
    assertThat(drain(now)).containsExactly("b/2", "a/3");
    assertThat(drain(from(TestEngine.START_MILLIS))).containsExactly("a/1", "b/2", "a/3");
    assertThat(drain(from(TestEngine.START_MILLIS + 1))).containsExactly("b/2", "a/3");
    assertThat(drain(from(TestEngine.START_MILLIS + 1_000))).containsExactly("b/2", "a/3");
    assertThat(drain(from(TestEngine.START_MILLIS + 1_001))).isEmpty();
    assertThat(drain(from(0))).containsExactly("a/1", "b/2", "a/3");
  }

  @Test
  void hasAllVersionsOfARangeThatAMergeGaveTheLsnsOfAnother() {
    fixture.engine.reshaper().split(container, 0);
    byte[] boundary = container.map().current().getLast().positions().start();
    for (int i = 0; i < 20; i++) {
      String key = "k" + i;
      if (container.definition().scheme().logicalKey(pk(key)).position()[0] < boundary[0]) {
        upsert(key, "left");
      }
    }
    fixture.engine.reshaper().merge(container, 1, 2);
    fixture.engine.reshaper().split(container, 3, boundary);
    KeyRange right = container.map().current().getLast().positions();

    FeedPage page =
        feed.read(feed.start(right, new FeedStart.Beginning()), FeedMode.ALL_VERSIONS, 10);

    assertThat(container.owner(boundary).partition().state().lsn()).isPositive();
    assertThat(page.changes()).isEmpty();
    assertThat(page.caughtUp()).isTrue();
  }

  @Test
  void showsOneKeyAlone() {
    for (int i = 0; i < 30; i++) {
      upsert("k" + i % 5, "i" + i);
    }
    fixture.engine.reshaper().split(container, 0);
    KeyRange one = container.definition().scheme().positions(pk("k3"));

    assertThat(drain(feed.start(one, new FeedStart.Beginning())))
        .containsExactly("k3/i3", "k3/i8", "k3/i13", "k3/i18", "k3/i23", "k3/i28");
  }

  @Test
  void keepsATransactionOnOnePage() {
    List<ItemOperation> batch = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      batch.add(new ItemOperation.Create(json("{'id':'%d','pk':'a'}".formatted(i))));
    }
    upsert("a", "first");
    items.batch(pk("a"), batch);
    upsert("a", "last");

    FeedPage one =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.ALL_VERSIONS, 1);
    FeedPage two = feed.read(one.next(), FeedMode.ALL_VERSIONS, 3);
    FeedPage three = feed.read(two.next(), FeedMode.ALL_VERSIONS, 3);
    FeedPage end = feed.read(three.next(), FeedMode.ALL_VERSIONS, 3);

    assertThat(one.changes()).hasSize(1);
    assertThat(two.changes()).hasSize(10);
    assertThat(three.changes()).extracting(FeedChange::id).containsExactly("last");
    assertThat(three.caughtUp()).isFalse();
    assertThat(end.changes()).isEmpty();
    assertThat(end.caughtUp()).isTrue();
  }

  @Test
  void endsAPageByItsSize() {
    for (int i = 0; i < 6; i++) {
      items.create(null, json("{'id':'%d','pk':'a','f':'%s'}".formatted(i, "x".repeat(1_500_000))));
    }

    FeedPage page =
        feed.read(
            feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.LATEST_VERSION, 100);

    assertThat(page.changes()).hasSize(3);
    assertThat(page.charge().hundredths()).isGreaterThan(40_000);
  }

  @Test
  void staysCaughtUpUntilSomethingHappens() {
    upsert("a", "1");
    FeedPage page =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.LATEST_VERSION, 9);
    for (int i = 0; i < 3; i++) {
      page = feed.read(page.next(), FeedMode.LATEST_VERSION, 9);
      assertThat(page.caughtUp()).isTrue();
    }
    upsert("a", "2");

    assertThat(feed.read(page.next(), FeedMode.LATEST_VERSION, 9).changes())
        .extracting(FeedChange::id)
        .containsExactly("2");
  }

  @Test
  void showsPreviousVersionsAndDeletes() {
    items.create(null, json("{'id':'1','pk':'a','n':1}"));
    items.upsert(null, json("{'id':'1','pk':'a','n':2}"), Precondition.NONE);
    items.delete(pk("a"), "1", Precondition.NONE);

    List<FeedChange> changes =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.ALL_VERSIONS, 9)
            .changes();

    assertThat(changes)
        .extracting(FeedChange::kind)
        .containsExactly(Change.Kind.CREATE, Change.Kind.REPLACE, Change.Kind.DELETE);
    assertThat(changes).extracting(FeedChange::previousLsn).containsExactly(0L, 1L, 2L);
    assertThat(value(changes.get(1).current().orElseThrow())).isEqualTo("2");
    assertThat(value(changes.get(1).previous().orElseThrow())).isEqualTo("1");
    assertThat(changes.get(2).current()).isEmpty();
    assertThat(value(changes.get(2).previous().orElseThrow())).isEqualTo("2");
    assertThat(changes.get(0).previous()).isEmpty();
  }

  @Test
  void refusesAllVersionsWithoutHistory() {
    Items plain = fixture.items(definition("plain"));
    ChangeFeed latestOnly = fixture.documents.changeFeed(plain.container());
    FeedToken token = latestOnly.start(KeyRange.ALL, new FeedStart.Beginning());

    assertFails(ErrorCode.BAD_REQUEST, () -> latestOnly.read(token, FeedMode.ALL_VERSIONS, 9));
    assertThat(latestOnly.read(token, FeedMode.LATEST_VERSION, 9).caughtUp()).isTrue();
  }

  @Test
  void refusesAllVersionsThatAreTooOld() {
    upsert("a", "1");
    FeedToken old = feed.start(KeyRange.ALL, new FeedStart.Beginning());
    FeedToken level = feed.start(KeyRange.ALL, new FeedStart.Now());
    fixture.clock.advanceMillis(RETENTION_MILLIS);
    assertThat(feed.read(old, FeedMode.ALL_VERSIONS, 9).changes()).hasSize(1);
    fixture.clock.advanceMillis(1);

    assertFails(ErrorCode.BAD_REQUEST, () -> feed.read(old, FeedMode.ALL_VERSIONS, 9));
    assertThat(feed.read(level, FeedMode.ALL_VERSIONS, 9).caughtUp()).isTrue();
    assertThat(feed.read(old, FeedMode.LATEST_VERSION, 9).changes()).hasSize(1);
  }

  @Test
  void refusesAllVersionsFromAPlaceBeforeWhatWasTrimmedAlsoIfNewerChangesFollow() {
    upsert("a", "1");
    FeedToken beforeTheDelete = feed.start(KeyRange.ALL, new FeedStart.Now());
    items.delete(pk("a"), "1", Precondition.NONE);
    fixture.clock.advanceMillis(RETENTION_MILLIS + 1);
    container.partitions().getFirst().log().trim(fixture.clock.millis() - RETENTION_MILLIS);
    FeedToken afterTheDelete = feed.start(KeyRange.ALL, new FeedStart.Now());
    upsert("a", "2");

    assertFails(ErrorCode.BAD_REQUEST, () -> feed.read(beforeTheDelete, FeedMode.ALL_VERSIONS, 9));
    assertThat(feed.read(afterTheDelete, FeedMode.ALL_VERSIONS, 9).changes()).hasSize(1);
  }

  /** A partition may be split after the feed has cut its ranges and before it reads them. */
  @Test
  void losesNothingWhenAPartitionIsSplitWhileItIsRead() {
    for (int i = 0; i < 40; i++) {
      upsert("k" + i, "seed");
    }
    fixture.engine.reshaper().split(container, 0);
    FeedToken token = feed.start(KeyRange.ALL, new FeedStart.Now());
    List<String> written = new ArrayList<>();
    store.beforeNextSnapshot(
        () -> {
          fixture.engine.reshaper().split(container, 2);
          List<OwnedPartition> children = container.successors(2);
          for (OwnedPartition child : children.reversed()) {
            for (int i = 0; i < 40; i++) {
              if (owner("k" + i) == child.number()) {
                upsert("k" + i, "new");
                written.add("k" + i + "/new");
              }
            }
          }
        });

    List<String> seen = drain(token);

    assertThat(written).hasSizeGreaterThan(10);
    assertThat(seen).containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void readsNothingBeyondTheAxis() {
    upsert("a", "1");
    FeedToken foreign = FeedToken.decode("{\"v\":1,\"ranges\":[{\"min\":\"FFFF\",\"lsn\":0}]}");
    FeedToken ahead =
        FeedToken.decode("{\"v\":1,\"ranges\":[{\"min\":\"\",\"lsn\":" + Long.MAX_VALUE + "}]}");

    assertThat(feed.read(foreign, FeedMode.LATEST_VERSION, 9).changes()).isEmpty();
    assertThat(feed.read(ahead, FeedMode.LATEST_VERSION, 9).changes()).isEmpty();
  }

  private FeedToken from(long millis) {
    return feed.start(KeyRange.ALL, new FeedStart.Time(millis));
  }

  private void upsert(String key, String id) {
    items.upsert(null, json("{'id':'%s','pk':'%s'}".formatted(id, key)), Precondition.NONE);
  }

  private int owner(String key) {
    return container.owner(container.definition().scheme().logicalKey(pk(key)).position()).number();
  }

  private List<String> drain(FeedToken from) {
    List<String> seen = new ArrayList<>();
    FeedPage page = feed.read(from, FeedMode.LATEST_VERSION, 100);
    while (!page.caughtUp()) {
      for (FeedChange change : page.changes()) {
        seen.add(key(change) + "/" + change.id());
      }
      page = feed.read(page.next(), FeedMode.LATEST_VERSION, 100);
    }
    return seen;
  }

  private static String key(FeedChange change) {
    return change.current().orElseThrow().document().at("pk").toString().replace("\"", "");
  }

  private static String value(StoredItem item) {
    return item.document().at("n").toString();
  }
}
