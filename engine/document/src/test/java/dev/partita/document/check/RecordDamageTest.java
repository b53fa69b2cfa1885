package dev.partita.document.check;

import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Problem;
import dev.partita.container.check.StorageProblem;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionState;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to items. */
class RecordDamageTest {

  private static final int PAYLOAD = StoredRecord.PAYLOAD_OFFSET;

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final KeySpace keys = new KeySpace(items.container().number());
  private int partition;

  @BeforeEach
  void fill() {
    sample.clock.advanceMillis(1_000);
    for (int i = 0; i < 20; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d','email':'e%d'}".formatted(i, i % 7, i)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    items.create(null, json("{'id':'late','pk':'k1','email':'e','ttl':50}"));
    partition = items.container().map().owner(logical().position()).number();
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aLostItem() {
    List<Finding> findings =
        sample.damage(
            new Batch().delete(Family.ITEMS, Sample.key(items, "k1", "i1")),
            StorageProblem.LOGICAL_SIZE,
            StorageProblem.PARTITION_SIZE,
            StorageProblem.LOG_SUPERSEDED,
            ItemProblem.INDEX_ENTRY_STRAY);

    assertThat(findings)
        .filteredOn(finding -> finding.problem() == StorageProblem.LOG_SUPERSEDED)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.place().container())
                  .isEqualTo("db/c (number " + keys.segment() + ")");
              assertThat(finding.place().partition()).isEqualTo(partition);
              assertThat(finding.place().key()).isEqualTo("[\"k1\"]");
              assertThat(finding.place().id()).isEqualTo("i1");
            });
  }

  @Test
  void anItemOfAnUnknownFormat() {
    change(PAYLOAD, (byte) 9, ItemProblem.ITEM_UNREADABLE);
  }

  @Test
  void aRecordOfAnUnknownFormat() {
    change(0, (byte) 9, StorageProblem.RECORD_UNREADABLE);
  }

  @Test
  void anItemThatIsNoJson() {
    change(PAYLOAD + 21, (byte) '[', ItemProblem.ITEM_UNREADABLE);
  }

  @Test
  void anItemThatIsNoObject() {
    byte[] record = sample.value(Family.ITEMS, key());
    for (int i = PAYLOAD + 17; i < record.length; i++) {
      record[i] = '1';
    }
    sample.damage(put(record), ItemProblem.ITEM_UNREADABLE);
  }

  @Test
  void anotherId() {
    replace("\"id\":\"late\"", "\"id\":\"lake\"", ItemProblem.ITEM_ID);
  }

  @Test
  void anotherPartitionKey() {
    replace("\"pk\":\"k1\"", "\"pk\":\"k2\"", ItemProblem.ITEM_KEY);
  }

  @Test
  void anotherTimeToLive() {
    replace("\"ttl\":50", "\"ttl\":51", ItemProblem.ITEM_TTL);
    replace("\"ttl\":51", "\"ttl\":-7", ItemProblem.ITEM_TTL);
  }

  @Test
  void anotherValueOfAUniqueKey() {
    replace(
        "\"email\":\"e\"",
        "\"email\":\"x\"",
        ItemProblem.UNIQUE_ENTRY_MISSING,
        ItemProblem.INDEX_ENTRY_STRAY);
  }

  @Test
  void anotherTimestamp() {
    replace("\"_ts\":18", "\"_ts\":17", ItemProblem.ITEM_PROPERTIES);
  }

  @Test
  void anEntityTagOfAnotherTransaction() {
    replace(tag().substring(23), "-000000000fff", ItemProblem.ITEM_PROPERTIES);
  }

  @Test
  void anEntityTagOfAnotherChange() {
    replace(tag().substring(4, 14), tag().substring(4, 8) + "-0fff-", ItemProblem.ITEM_PROPERTIES);
  }

  @Test
  void anEntityTagThatIsNone() {
    replace(tag().substring(0, 9), "no digit-", ItemProblem.ITEM_PROPERTIES);
  }

  private String tag() {
    return items.read(PartitionKey.of("k1"), "late").etag().replace("\"", "");
  }

  @Test
  void anItemNumberNobodyGaveOut() {
    PartitionState state = state(partition);
    sample.damage(
        put(
            partition,
            new PartitionState(
                state.lsn(), state.timeMillis(), 0, state.sizeBytes(), state.recordCount())),
        ItemProblem.ITEM_NUMBER);
  }

  @Test
  void anLsnNobodyGave() {
    byte[] record = sample.value(Family.ITEMS, key());
    StoredRecord.stamp(record, 1_000, 0);
    sample.damage(put(record), StorageProblem.RECORD_LSN, StorageProblem.LOG_SUPERSEDED);
    StoredRecord.stamp(record, 0, 0);
    sample.damage(put(record), StorageProblem.RECORD_LSN, StorageProblem.LOG_AHEAD);
  }

  @Test
  void anotherSequence() {
    byte[] record = sample.value(Family.ITEMS, key());
    StoredRecord.stamp(record, sample.record(items, "k1", "late").lsn(), 5);
    sample.damage(
        put(record),
        StorageProblem.LOG_ENTRY_MISSING,
        ItemProblem.ITEM_PROPERTIES,
        StorageProblem.LOG_SUPERSEDED);
  }

  @Test
  void anItemTwice() {
    byte[] copy = sample.value(Family.ITEMS, key());
    sample.damage(
        new Batch().put(Family.ITEMS, Sample.key(items, "k1", "copy"), copy),
        StorageProblem.LOGICAL_SIZE,
        StorageProblem.PARTITION_SIZE,
        StorageProblem.LOG_ENTRY_OTHER,
        ItemProblem.ITEM_ID,
        ItemProblem.UNIQUE_ENTRY_OTHER,
        ItemProblem.EXPIRY_ENTRY_MISSING);
  }

  @Test
  void anItemBeyondTheAxis() {
    LogicalKey beyond = new LogicalKey(Bytes.fromHex("FF01"), logical().value());
    sample.damage(
        new Batch().put(Family.ITEMS, keys.record(beyond, new byte[] {1}), new byte[40]),
        StorageProblem.LOGICAL_SIZE,
        StorageProblem.RECORD_OFF_AXIS);
  }

  @Test
  void aKeyThatIsNoRecords() {
    sample.damage(
        new Batch().put(Family.ITEMS, keys.index(new byte[] {1, 2, 3}), new byte[40]),
        StorageProblem.KEY_UNREADABLE);
  }

  private LogicalKey logical() {
    return Sample.logical(items, "k1");
  }

  /** Of the item that most tests damage. */
  private byte[] key() {
    return Sample.key(items, "k1", "late");
  }

  private PartitionState state(int number) {
    return PartitionState.decode(sample.value(Family.STATE, keys.partitionState(number)));
  }

  private Batch put(int number, PartitionState state) {
    return new Batch().put(Family.STATE, keys.partitionState(number), state.encode());
  }

  private Batch put(byte[] record) {
    return new Batch().put(Family.ITEMS, key(), record);
  }

  private void change(int offset, byte value, Problem expected) {
    byte[] record = sample.value(Family.ITEMS, key());
    record[offset] = value;
    sample.damage(put(record), expected);
  }

  private void replace(String before, String after, Problem... expected) {
    String text = new String(sample.value(Family.ITEMS, key()), StandardCharsets.ISO_8859_1);
    assertThat(text).contains(before);
    sample.damage(put(text.replace(before, after).getBytes(StandardCharsets.ISO_8859_1)), expected);
  }
}
