package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.json.JsonPath;
import dev.partita.partition.Change;
import dev.partita.partition.EntryCursor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExpiryTest {

  private static final long DAY_MILLIS = 86_400_000;

  private final Fixture fixture = new Fixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void livesToItsLastMillisecondAndNotBeyond() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    fixture.clock.advanceMillis(700);
    items.create(null, json("{'id':'1','pk':'a'}"));

    // The time to live counts from _ts, which has whole seconds.
    fixture.clock.advanceMillis(9_299);
    items.read(pk("a"), "1");
    fixture.clock.advanceMillis(1);
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "1"));
    assertFails(
        ErrorCode.NOT_FOUND,
        () -> items.replace(null, "1", json("{'id':'1','pk':'a'}"), Precondition.NONE));
    assertFails(ErrorCode.NOT_FOUND, () -> items.delete(pk("a"), "1", Precondition.NONE));
    assertThat(items.create(null, json("{'id':'1','pk':'a'}")).kind())
        .isEqualTo(ItemResult.Kind.CREATED);
  }

  @Test
  void countsFromTheLastWrite() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    items.create(null, json("{'id':'1','pk':'a'}"));
    fixture.clock.advanceMillis(9_000);
    items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.NONE);

    fixture.clock.advanceMillis(9_000);
    fixture.engine.housekeeping().round();
    items.read(pk("a"), "1");
    fixture.clock.advanceMillis(1_000);
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isZero();
  }

  @Test
  void followsTheClockAfterItWasAhead() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    long now = fixture.clock.millis();
    fixture.clock.setMillis(now + DAY_MILLIS);
    items.create(null, json("{'id':'1','pk':'a'}"));
    items.create(null, json("{'id':'2','pk':'a'}"));
    fixture.clock.setMillis(now);

    // Both an item from then that is written again, and one that is new.
    items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.NONE);
    items.create(null, json("{'id':'3','pk':'a'}"));
    assertThat(items.read(pk("a"), "1").requireItem().seconds()).isEqualTo(now / 1000);
    assertThat(items.read(pk("a"), "3").requireItem().seconds()).isEqualTo(now / 1000);
    assertThat(fixture.engine.health().warnings()).isEmpty();
    fixture.engine.housekeeping().round();
    assertThat(fixture.engine.health().warnings()).singleElement().asString().contains("clock");

    fixture.clock.advanceMillis(10_000);
    fixture.engine.housekeeping().round();
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "1"));
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "3"));
    assertThat(records(items)).isEqualTo(1);

    fixture.clock.advanceMillis(DAY_MILLIS);
    fixture.engine.housekeeping().round();
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isZero();
    assertThat(fixture.engine.health().warnings()).isEmpty();
  }

  @Test
  void ignoresTimesToLiveWhereTheContainerHasNone() {
    Items items = fixture.items(definition("c"));
    items.create(null, json("{'id':'1','pk':'a','ttl':5}"));

    fixture.clock.advanceMillis(3_600_000);
    fixture.engine.housekeeping().round();
    items.read(pk("a"), "1");

    change(items, definition("c").withDefaultTtlSeconds(-1));
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "1"));
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isZero();
    assertThat(indexEntries(items)).isZero();
  }

  @Test
  void followsADefaultThatIsChanged() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(100));
    items.create(null, json("{'id':'default','pk':'a'}"));
    items.create(null, json("{'id':'own','pk':'a','ttl':50}"));
    items.create(null, json("{'id':'ever','pk':'a','ttl':-1}"));
    fixture.clock.advanceMillis(20_000);
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isEqualTo(3);

    change(items, definition("c").withDefaultTtlSeconds(10));
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "default"));
    items.read(pk("a"), "own");
    change(items, definition("c").withDefaultTtlSeconds(-1));
    items.read(pk("a"), "default");
    change(items, definition("c").withDefaultTtlSeconds(20));
    fixture.engine.housekeeping().round();

    assertThat(records(items)).isEqualTo(2);
    fixture.clock.advanceMillis(30_000);
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isEqualTo(1);
    items.read(pk("a"), "ever");
  }

  @Test
  void sweepsAfterASplitAndAMerge() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    for (int i = 0; i < 20; i++) {
      items.create(null, json("{'id':'1','pk':'k%d'}".formatted(i)));
    }
    fixture.engine.housekeeping().round();
    fixture.engine.reshaper().split(items.container(), 0);
    for (int i = 20; i < 40; i++) {
      items.create(null, json("{'id':'1','pk':'k%d'}".formatted(i)));
    }
    fixture.clock.advanceMillis(5_000);
    fixture.engine.housekeeping().round();
    fixture.engine.reshaper().merge(items.container(), 1, 2);
    items.create(null, json("{'id':'late','pk':'k0'}"));

    fixture.clock.advanceMillis(5_000);
    fixture.engine.housekeeping().round();

    assertThat(records(items)).isEqualTo(1);
    items.read(pk("k0"), "late");
  }

  @Test
  void sweepsMoreThanOneRoundTakes() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    List<ItemOperation> batch = new ArrayList<>();
    for (int i = 0; i < 5_200; i++) {
      batch.add(new ItemOperation.Create(json("{'id':'%d','pk':'a'}".formatted(i))));
      if (batch.size() == 100) {
        assertThat(items.batch(pk("a"), batch).succeeded()).isTrue();
        batch.clear();
      }
    }
    fixture.clock.advanceMillis(10_000);

    fixture.engine.housekeeping().round();
    assertThat(records(items)).isBetween(1L, 300L);
    fixture.engine.housekeeping().round();
    assertThat(records(items)).isZero();
  }

  @Test
  void showsTheEndOfItemsInTheFeed() {
    Items items =
        fixture.items(definition("c").withDefaultTtlSeconds(10).withHistoryMillis(3_600_000));
    items.create(null, json("{'id':'swept','pk':'a'}"));
    items.create(null, json("{'id':'again','pk':'a','n':1}"));
    items.create(null, json("{'id':'deleted','pk':'a'}"));
    items.delete(pk("a"), "deleted", Precondition.NONE);
    fixture.clock.advanceMillis(10_000);
    items.create(null, json("{'id':'again','pk':'a','n':2}"));
    fixture.engine.housekeeping().round();

    ChangeFeed feed = fixture.documents.changeFeed(items.container());
    FeedPage page =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.ALL_VERSIONS, 99);

    assertThat(page.changes())
        .extracting(FeedChange::id, FeedChange::kind, change -> change.current().isPresent())
        .containsExactly(
            tuple("swept", Change.Kind.CREATE, true),
            tuple("again", Change.Kind.CREATE, true),
            tuple("deleted", Change.Kind.CREATE, true),
            tuple("deleted", Change.Kind.DELETE, false),
            tuple("again", Change.Kind.EXPIRE, false),
            tuple("again", Change.Kind.CREATE, true),
            tuple("swept", Change.Kind.EXPIRE, false));
    assertThat(page.changes().getLast().previous()).isPresent();
    assertThat(page.changes().get(5).previous()).isEmpty();
  }

  @Test
  void hidesExpiredItemsFromTheFeedOfLatestVersions() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    items.create(null, json("{'id':'1','pk':'a'}"));
    fixture.clock.advanceMillis(5_000);
    items.create(null, json("{'id':'2','pk':'a'}"));
    fixture.clock.advanceMillis(5_000);

    ChangeFeed feed = fixture.documents.changeFeed(items.container());
    FeedPage page =
        feed.read(feed.start(KeyRange.ALL, new FeedStart.Beginning()), FeedMode.LATEST_VERSION, 9);

    assertThat(page.changes()).extracting(FeedChange::id).containsExactly("2");
  }

  /** Also if the time to live is switched off before the expired item has been swept. */
  @Test
  void givesUpUniqueValuesForGood() {
    ContainerDefinition mortal =
        definition("c")
            .withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/u")))))
            .withDefaultTtlSeconds(10);
    Items items = fixture.items(mortal);
    items.create(null, json("{'id':'old','pk':'a','u':1}"));
    fixture.clock.advanceMillis(10_000);
    items.create(null, json("{'id':'new','pk':'a','u':1}"));

    change(items, mortal.withDefaultTtlSeconds(-1));
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "old"));
    items.read(pk("a"), "new");
    fixture.engine.housekeeping().round();
    assertFails(
        ErrorCode.CONFLICT, () -> items.create(null, json("{'id':'third','pk':'a','u':1}")));
    items.delete(pk("a"), "new", Precondition.NONE);
    items.create(null, json("{'id':'third','pk':'a','u':1}"));
    assertThat(indexEntries(items)).isEqualTo(1);
  }

  @Test
  void refusesTimesToLiveThatAreNone() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(10));
    for (String ttl : List.of("0", "-2", "1.5", "'5'", "true", "2147483648", "{}", "1e300")) {
      assertFails(
          ErrorCode.BAD_REQUEST,
          () -> items.create(null, json("{'id':'1','pk':'a','ttl':%s}".formatted(ttl))));
    }
    items.create(null, json("{'id':'1','pk':'a','ttl':2147483647}"));
    items.create(null, json("{'id':'2','pk':'a','ttl':5.0}"));
    fixture.clock.advanceMillis(5_000);
    assertFails(ErrorCode.NOT_FOUND, () -> items.read(pk("a"), "2"));
    items.read(pk("a"), "1");
  }

  @Test
  void keepsNoIndexEntriesOfTimesThatNoLongerCount() {
    Items items = fixture.items(definition("c").withDefaultTtlSeconds(-1));
    items.create(null, json("{'id':'1','pk':'a','ttl':5}"));
    items.upsert(null, json("{'id':'1','pk':'a','ttl':50}"), Precondition.NONE);
    assertThat(indexEntries(items)).isEqualTo(1);
    fixture.clock.advanceMillis(5_000);
    fixture.engine.housekeeping().round();
    items.read(pk("a"), "1");
    items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.NONE);

    assertThat(indexEntries(items)).isZero();
  }

  private void change(Items items, ContainerDefinition definition) {
    fixture.engine.containers().changeDefinition(items.container().number(), definition);
  }

  private static long records(Items items) {
    return items.container().partitions().stream()
        .mapToLong(owned -> owned.partition().state().recordCount())
        .sum();
  }

  private static int indexEntries(Items items) {
    int count = 0;
    try (EntryCursor cursor = items.reader().newest().entries(KeyRange.ALL)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }
}
