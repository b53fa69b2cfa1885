package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.EngineLimits;
import dev.partita.container.OwnedPartition;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.job.JobRequest;
import dev.partita.document.check.DataCheck;
import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.IndexingPolicy;
import dev.partita.index.TermRange;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.partition.ReadOptions;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries follow items, and the index follows its policy. */
class IndexingTest {

  private static final IndexPath CITY = IndexPath.of("city");
  private static final IndexPath TAGS = IndexPath.of("tags").elements();
  private static final IndexingPolicy COMPOSITE =
      policy("{'compositeIndexes':[[{'path':'/city'},{'path':'/_ts','order':'descending'}]]}");

  private final MemoryStore store = new MemoryStore();
  private final Fixture fixture = new Fixture(store, EngineLimits.defaults());
  private final Items items =
      fixture.items(TestEngine.definition("c").withIndexing(IndexingPolicy.DEFAULT));

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void anItemIsFoundByItsValuesAsLongAsItHasThem() {
    items.create(null, json("{'id':'1','pk':'a','city':'Bern','tags':['x','y','x']}"));
    assertThat(find(CITY, "Bern")).containsExactly("1");
    assertThat(find(TAGS, "x")).containsExactly("1");

    items.replace(
        null, "1", json("{'id':'1','pk':'a','city':'Rome','tags':['y']}"), Precondition.NONE);
    assertThat(find(CITY, "Bern")).isEmpty();
    assertThat(find(CITY, "Rome")).containsExactly("1");
    assertThat(find(TAGS, "x")).isEmpty();
    assertThat(find(TAGS, "y")).containsExactly("1");

    items.upsert(null, json("{'id':'1','pk':'a','city':'Oslo'}"), Precondition.NONE);
    assertThat(find(CITY, "Oslo")).containsExactly("1");
    assertThat(find(TAGS, "y")).isEmpty();

    items.patch(
        pk("a"),
        "1",
        JsonPatch.fromJson(json("{'operations':[{'op':'set','path':'/city','value':'Kyiv'}]}")),
        Precondition.NONE);
    assertThat(find(CITY, "Kyiv")).containsExactly("1");

    items.delete(pk("a"), "1", Precondition.NONE);
    assertThat(entries()).isZero();
  }

  @Test
  void theTimeOfAVersionIsIndexed() {
    IndexPath time = IndexPath.of("_ts");
    items.create(null, json("{'id':'1','pk':'a'}"));
    assertThat(find(time, JsonNumber.of(TestEngine.START_MILLIS / 1000))).containsExactly("1");
    fixture.clock.advanceMillis(5_000);
    items.upsert(null, json("{'id':'1','pk':'a'}"), Precondition.NONE);
    assertThat(find(time, JsonNumber.of(TestEngine.START_MILLIS / 1000))).isEmpty();
    assertThat(find(time, JsonNumber.of(TestEngine.START_MILLIS / 1000 + 5))).containsExactly("1");
    requireSound();
  }

  @Test
  void systemPropertiesOfClientsDoNotCount() {
    items.create(null, json("{'id':'1','pk':'a','_etag':'mine','_ts':5}"));
    assertThat(find(IndexPath.of("_etag"), "mine")).isEmpty();
    assertThat(find(IndexPath.of("_ts"), JsonNumber.of(5))).isEmpty();
    requireSound();
  }

  @Test
  void whatIsRemovedTakesItsEntriesAlong() {
    Items expiring =
        fixture.items(
            TestEngine.definition("e")
                .withIndexing(IndexingPolicy.DEFAULT)
                .withDefaultTtlSeconds(10));
    expiring.create(null, json("{'id':'1','pk':'a','city':'Bern'}"));
    items.create(null, json("{'id':'1','pk':'a'}"));
    items.create(null, json("{'id':'2','pk':'a'}"));
    items.deleteAll(pk("a"));
    assertThat(entries()).isPositive();
    fixture.clock.advanceMillis(11_000);
    fixture.engine.housekeeping().round();
    assertThat(entries()).isZero();
  }

  @Test
  void aFailedBatchLeavesNoEntries() {
    items.create(null, json("{'id':'1','pk':'a'}"));
    long before = entries();
    BatchResult result =
        items.batch(
            pk("a"),
            List.of(
                new ItemOperation.Create(json("{'id':'2','pk':'a','city':'Bern'}")),
                new ItemOperation.Create(json("{'id':'1','pk':'a'}"))));
    assertThat(result.failedAt()).isEqualTo(1);
    assertThat(entries()).isEqualTo(before);
  }

  @Test
  void aDroppedContainerTakesItsEntriesAlong() {
    items.create(null, json("{'id':'1','pk':'a'}"));
    fixture.engine.containers().deleteContainer(items.container().number());
    fixture.engine.housekeeping().round();
    assertThat(entries()).isZero();
  }

  @Test
  void valuesThatChangeAreCharged() {
    ItemResult created =
        items.create(null, json("{'id':'1','pk':'a','city':'Bern','n':1,'s':'x'}"));
    ItemResult same =
        items.upsert(
            null, json("{'id':'1','pk':'a','city':'Bern','n':1,'s':'x'}"), Precondition.NONE);
    ItemResult one =
        items.upsert(
            null, json("{'id':'1','pk':'a','city':'Bern','n':2,'s':'x'}"), Precondition.NONE);
    // Five values; then none; then one away and one new.
    RequestCharge image = new RequestCharge(created.charge().hundredths() - 5 * 45);
    assertThat(same.charge()).isEqualTo(image.times(2));
    assertThat(one.charge().hundredths()).isEqualTo(2 * image.hundredths() + 2 * 45);
    assertThat(items.delete(pk("a"), "1", Precondition.NONE).charge()).isEqualTo(created.charge());
  }

  @Test
  void entriesStayWhereTheyAreWhenAPartitionIsSplit() {
    for (int i = 0; i < 50; i++) {
      items.create(null, json("{'id':'%d','pk':'k%d','city':'Bern'}".formatted(i, i)));
    }
    long before = entries();
    fixture.engine.reshaper().split(items.container(), 0);
    assertThat(entries()).isEqualTo(before);
    List<String> found = new ArrayList<>();
    for (OwnedPartition owned : items.container().partitions()) {
      KeyRange positions = owned.partition().descriptor().positions();
      List<String> part =
          ids(IndexScan.of(CITY, TermRange.equalTo(JsonString.of("Bern"))).within(positions));
      assertThat(part).hasSize((int) owned.partition().state().recordCount());
      assertThat(ids(IndexScan.of(CITY, TermRange.DEFINED).within(positions).reversed()))
          .isEqualTo(part.reversed());
      found.addAll(part);
    }
    assertThat(found).hasSize(50).doesNotHaveDuplicates();
  }

  @Test
  void theIndexFollowsAnotherPolicyPieceByPiece() {
    for (int i = 0; i < 25; i++) {
      items.create(
          null, json("{'id':'%d','pk':'k%d','city':'c%d','b':%d}".formatted(i, i % 3, i, i)));
    }
    change(
        policy(
            "{'excludedPaths':[{'path':'/b/?'}],'compositeIndexes':"
                + "[[{'path':'/city'},{'path':'/_ts','order':'descending'}]]}"));
    assertThat(items.reader().indexes().isIndexed(CITY)).isTrue();
    assertThat(items.reader().indexes().isIndexed(IndexPath.of("b"))).isFalse();
    assertThat(items.reader().indexes().composites()).isEmpty();

    begin();
    assertThat(items.reader().indexProgressPercent()).isZero();
    piece();
    assertThat(items.reader().indexProgressPercent()).isEqualTo(40);
    requireSound();
    // What is written meanwhile comes out right, done already or not.
    items.upsert(null, json("{'id':'0','pk':'k0','city':'new','b':9}"), Precondition.NONE);
    items.upsert(null, json("{'id':'24','pk':'k0','city':'new','b':9}"), Precondition.NONE);
    items.delete(pk("k1"), "1", Precondition.NONE);
    items.delete(pk("k1"), "22", Precondition.NONE);
    items.create(null, json("{'id':'99','pk':'k2','city':'new','b':9}"));
    requireSound();
    piece();
    piece();
    assertThat(items.reader().indexProgressPercent()).isEqualTo(100);
    requireSound();
    assertThat(ids(IndexScan.of(IndexPath.of("b"), TermRange.ALL))).isEmpty();
    CompositeIndex composite = items.reader().indexes().composites().getFirst();
    assertThat(ids(IndexScan.of(composite))).hasSize(24).startsWith("10");
  }

  @Test
  void aChangeOfPolicyGoesOnAfterARestart() {
    for (int i = 0; i < 25; i++) {
      items.create(null, json("{'id':'%d','pk':'k%d','city':'c%d'}".formatted(i, i % 3, i)));
    }
    change(COMPOSITE);
    begin();
    piece();
    Fixture again = new Fixture(store, EngineLimits.defaults());
    Items reopened = again.items(TestEngine.definition("c"));
    assertThat(reopened.reader().indexProgressPercent()).isEqualTo(40);
    again.engine.jobs().limit(again.engine.jobs().list().iterator().next().number(), 0);
    again.engine.housekeeping().round();
    assertThat(reopened.reader().indexProgressPercent()).isEqualTo(100);
    assertThat(reopened.reader().indexes().composites()).hasSize(1);
    requireSound();
  }

  @Test
  void aPolicyThatChangesAgainBeforeItIsDone() {
    for (int i = 0; i < 25; i++) {
      items.create(null, json("{'id':'%d','pk':'k%d','city':'c%d'}".formatted(i, i % 3, i)));
    }
    begin();
    change(IndexingPolicy.NONE);
    piece();
    assertThat(items.reader().indexes().isIndexed(CITY)).isFalse();
    change(IndexingPolicy.DEFAULT);
    assertThat(items.reader().indexes().isIndexed(CITY)).isFalse();
    piece();
    change(COMPOSITE);
    items.upsert(null, json("{'id':'24','pk':'k0','city':'new'}"), Precondition.NONE);
    requireSound();
    fixture.engine.jobs().limit(fixture.engine.jobs().list().iterator().next().number(), 0);
    fixture.engine.housekeeping().round();
    assertThat(items.reader().indexes().isIndexed(CITY)).isTrue();
    requireSound();
  }

  private void change(IndexingPolicy policy) {
    Container container = items.container();
    fixture
        .engine
        .containers()
        .changeDefinition(container.number(), container.definition().withIndexing(policy));
  }

  private List<String> find(IndexPath path, String value) {
    return find(path, JsonString.of(value));
  }

  private List<String> find(IndexPath path, JsonValue value) {
    return ids(IndexScan.of(path, TermRange.equalTo(value)));
  }

  private List<String> ids(IndexScan scan) {
    List<String> ids = new ArrayList<>();
    try (IndexedSnapshot now = items.reader().indexedSnapshot(ReadOptions.LEADER);
        IndexCursor cursor = now.index().open(scan)) {
      while (cursor.next()) {
        ids.add(cursor.item().idText());
        assertThat(now.snapshot().get(cursor.itemKey())).isNotNull();
      }
    }
    return ids;
  }

  private long entries() {
    long count = 0;
    try (Cursor cursor = store.scan(Family.INDEX, KeyRange.ALL)) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  private void requireSound() {
    List<Finding> findings = new ArrayList<>();
    DataCheck.store(store, findings::add, Progress.NONE);
    assertThat(findings).isEmpty();
  }

  private static IndexingPolicy policy(String text) {
    return IndexingPolicy.fromJson(json(text));
  }

  /** Begins the change of the index, ten items a second. */
  private void begin() {
    int number = items.container().number();
    var _ =
        fixture
            .engine
            .jobs()
            .start(
                new JobRequest(
                    IndexTransformation.NAME, number, JsonObject.EMPTY, 25, 10, Map.of()));
  }

  /** The next ten items. */
  private void piece() {
    fixture.engine.jobs().runDue();
    fixture.clock.advanceMillis(1_000);
  }
}
