package dev.partita.document.check;

import static dev.partita.document.check.Sample.pk;
import static dev.partita.testkit.Expect.json;

import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.partition.Change;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.testkit.TestEngine;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to change logs. */
class LogDamageTest {

  private final Sample sample = new Sample();
  private final Items items = sample.items(TestEngine.definition("c"));
  private final Items versions =
      sample.items(TestEngine.definition("v").withHistoryMillis(100_000));

  @BeforeEach
  void fill() {
    sample.clock.advanceMillis(1_000);
    for (int i = 0; i < 20; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d'}".formatted(i, i % 7)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    sample.clock.advanceMillis(5_000);
    items.create(null, json("{'id':'late','pk':'k1'}"));
    versions.create(null, json("{'id':'x','pk':'a','v':1}"));
    versions.upsert(null, json("{'id':'x','pk':'a','v':2}"), Precondition.NONE);
    versions.create(null, json("{'id':'y','pk':'a'}"));
    versions.delete(pk("a"), "y", Precondition.NONE);
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aLostEntry() {
    sample.damage(new Batch().delete(Family.LOG, entry("i1", 0)), StorageProblem.LOG_ENTRY_MISSING);
  }

  @Test
  void aLostEntryInACatalogue() {
    KeySpace catalogue = new KeySpace(0);
    sample.damage(
        new Batch().delete(Family.LOG, catalogue.logEntry(0, 1, 0)),
        StorageProblem.LOG_ENTRY_MISSING);
  }

  @Test
  void anEntryThatCannotBeRead() {
    sample.damage(
        new Batch().put(Family.LOG, entry("i1", 0), new byte[] {9, 9}),
        StorageProblem.LOG_ENTRY_UNREADABLE);
  }

  @Test
  void anEntryForAnotherRecord() {
    byte[] key = entry("i1", 0);
    Change change = Change.decode(key, sample.value(Family.LOG, key));
    RecordKey other = new RecordKey(change.key().logical(), bytes("nobody"));
    sample.damage(
        new Batch().put(Family.LOG, key, change(change, change.kind(), other, null).encode()),
        StorageProblem.LOG_ENTRY_OTHER,
        StorageProblem.LOG_SUPERSEDED);
  }

  @Test
  void anEntryOfAnUnknownPartition() {
    KeySpace keys = new KeySpace(items.container().number());
    byte[] value = sample.value(Family.LOG, entry("i1", 0));
    sample.damage(
        new Batch()
            .put(Family.LOG, keys.logEntry(77, 1, 0), value)
            .put(Family.LOG, keys.logEntry(77, 2, 0), value),
        StorageProblem.LOG_UNKNOWN_PARTITION);
  }

  @Test
  void anEntryInTheLogOfTheWrongPartition() {
    KeySpace keys = new KeySpace(items.container().number());
    PartitionDescriptor owner =
        items.container().map().owner(Sample.logical(items, "k1").position());
    byte[] value = sample.value(Family.LOG, entry("i1", 0));
    long lsn = sample.record(items, "k1", "i1").lsn();
    sample.damage(
        new Batch().put(Family.LOG, keys.logEntry(owner.number(), lsn, 0), value),
        StorageProblem.LOG_LSN);
    sample.damage(new Batch().delete(Family.LOG, keys.logEntry(owner.number(), lsn, 0)));
  }

  @Test
  void anEntryOfAPositionOfAnotherPartition() {
    KeySpace keys = new KeySpace(items.container().number());
    int owner = items.container().map().owner(Sample.logical(items, "k1").position()).number();
    long lsn = sample.record(items, "k1", "late").lsn();
    String other =
        IntStream.range(0, 7)
            .mapToObj(i -> "k" + i)
            .filter(
                pk ->
                    items.container().map().owner(Sample.logical(items, pk).position()).number()
                        != owner)
            .findFirst()
            .orElseThrow();
    byte[] moved =
        new Change(
                lsn,
                9,
                Change.Kind.DELETE,
                sample.clock.millis(),
                0,
                new RecordKey(Sample.logical(items, other), bytes("gone")),
                null,
                null)
            .encode();
    sample.damage(
        new Batch().put(Family.LOG, keys.logEntry(owner, lsn, 9), moved),
        StorageProblem.LOG_POSITION);
  }

  @Test
  void anEntryWithAKeyOfTheWrongLength() {
    sample.damage(
        new Batch()
            .put(
                Family.LOG,
                new KeySpace(items.container().number()).index(new byte[] {0, 0, 0, 0}),
                new byte[1]),
        StorageProblem.KEY_UNREADABLE);
  }

  @Test
  void timesThatDoNotGrow() {
    byte[] key = entry("i1", 0);
    Change change = Change.decode(key, sample.value(Family.LOG, key));
    Change later =
        new Change(
            change.lsn(),
            change.sequence(),
            change.kind(),
            change.timeMillis() + 1,
            0,
            change.key(),
            null,
            null);
    sample.damage(new Batch().put(Family.LOG, key, later.encode()), StorageProblem.LOG_TIME);
  }

  @Test
  void aDeleteOfWhatIsThere() {
    byte[] key = entry("i1", 0);
    Change change = Change.decode(key, sample.value(Family.LOG, key));
    sample.damage(
        new Batch()
            .put(Family.LOG, key, change(change, Change.Kind.DELETE, change.key(), null).encode()),
        StorageProblem.LOG_REMOVED);
  }

  @Test
  void aSupersededEntryWithoutHistory() {
    byte[] key = entry("i1", 0);
    byte[] value = sample.value(Family.LOG, key);
    byte[] deletedKey = entry("i2", 0);
    byte[] deletedValue = sample.value(Family.LOG, deletedKey);
    items.upsert(null, json("{'id':'i1','pk':'k1','v':2}"), Precondition.NONE);
    items.delete(pk("k2"), "i2", Precondition.NONE);
    sample.requireSound();

    sample.damage(new Batch().put(Family.LOG, key, value), StorageProblem.LOG_SUPERSEDED);
    sample.damage(
        new Batch().delete(Family.LOG, key).put(Family.LOG, deletedKey, deletedValue),
        StorageProblem.LOG_SUPERSEDED);
  }

  @Test
  void anEntryThatIsNewerThanTheRecord() {
    byte[] key = Sample.key(items, "k1", "i1");
    byte[] value = sample.value(Family.ITEMS, key);
    byte[] logKey = entry("i1", 0);
    byte[] logValue = sample.value(Family.LOG, logKey);
    items.replace(null, "i1", json("{'id':'i1','pk':'k1'}"), Precondition.NONE);

    sample.damage(
        new Batch().put(Family.ITEMS, key, value).put(Family.LOG, logKey, logValue),
        StorageProblem.LOG_AHEAD);
  }

  @Test
  void anImageOfAnotherVersion() {
    byte[] newest = logKey(versions, 2);
    Change change = Change.decode(newest, sample.value(Family.LOG, newest));
    byte[] image = image(change);
    image[image.length - 3]++;
    sample.damage(
        new Batch()
            .put(Family.LOG, newest, change(change, change.kind(), change.key(), image).encode()),
        StorageProblem.LOG_IMAGE);
  }

  @Test
  void anOldImageThatIsDamaged() {
    byte[] oldest = logKey(versions, 1);
    Change change = Change.decode(oldest, sample.value(Family.LOG, oldest));
    byte[] image = image(change);
    image[0] = 9;
    sample.damage(
        new Batch()
            .put(Family.LOG, oldest, change(change, change.kind(), change.key(), image).encode()),
        StorageProblem.LOG_IMAGE);
    byte[] noItem = image(change);
    noItem[StoredRecord.PAYLOAD_OFFSET] = 9;
    sample.damage(
        new Batch()
            .put(Family.LOG, oldest, change(change, change.kind(), change.key(), noItem).encode()),
        ItemProblem.ITEM_UNREADABLE);
  }

  @Test
  void aPreviousImageOfAnotherVersion() {
    byte[] newest = logKey(versions, 2);
    Change change = Change.decode(newest, sample.value(Family.LOG, newest));
    Change damaged =
        new Change(
            change.lsn(),
            change.sequence(),
            change.kind(),
            change.timeMillis(),
            7,
            change.key(),
            change.image(),
            change.previousImage());
    sample.damage(new Batch().put(Family.LOG, newest, damaged.encode()), StorageProblem.LOG_IMAGE);
  }

  /** The key of an item's entry, which is in the log of the partition that was split. */
  private byte[] entry(String id, int partition) {
    return sample.logKey(items, partition, "k" + id.substring(1), id);
  }

  private static byte[] logKey(Items of, long lsn) {
    return new KeySpace(of.container().number()).logEntry(0, lsn, 0);
  }

  private static Change change(
      Change change, Change.Kind kind, RecordKey key, byte @Nullable [] image) {
    return new Change(
        change.lsn(),
        change.sequence(),
        kind,
        change.timeMillis(),
        change.previousLsn(),
        key,
        image,
        change.previousImage());
  }

  private static byte[] image(Change change) {
    return Objects.requireNonNull(change.image()).clone();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
