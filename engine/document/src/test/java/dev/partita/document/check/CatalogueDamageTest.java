package dev.partita.document.check;

import static dev.partita.document.check.Sample.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.Container;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Problem;
import dev.partita.container.check.StorageProblem;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.partition.Change;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to the catalogue and to partition maps. */
class CatalogueDamageTest {

  private static final KeySpace KEYS = new KeySpace(Catalogue.CONTAINER);
  private static final LogicalKey ROOT = new LogicalKey(Bytes.EMPTY, Bytes.EMPTY);

  private final Sample sample = new Sample();
  private final Items items = sample.items(Sample.rich("c"));
  private final int number = items.container().number();

  @BeforeEach
  void fill() {
    for (int i = 0; i < 30; i++) {
      items.create(null, json("{'id':'i%d','pk':'k%d','email':'e%d','ttl':99}".formatted(i, i, i)));
    }
    sample.engine.reshaper().split(items.container(), 0);
    items.upsert(null, json("{'id':'i1','pk':'k1','email':'e1'}"), Precondition.NONE);
    sample.engine.reshaper().merge(items.container(), 1, 2);
    sample.requireSound();
  }

  @AfterEach
  void close() {
    sample.close();
  }

  @Test
  void aRecordThatIsNoJson() {
    List<Finding> findings =
        change("container/" + number, _ -> "{", StorageProblem.CATALOGUE_RECORD_UNREADABLE);

    assertThat(findings.getFirst().place().id()).isEqualTo("container/" + number);
  }

  @Test
  void aRecordWithoutAProperty() {
    change(
        "database/" + sample.database,
        text -> text.replace("\"name\"", "\"nome\""),
        StorageProblem.CATALOGUE_RECORD_UNREADABLE,
        StorageProblem.OWNER_MISSING);
  }

  @Test
  void aRecordUnderAnotherId() {
    change(
        "container/" + number,
        text -> text.replaceFirst("\"number\":" + number, "\"number\":77"),
        StorageProblem.CATALOGUE_RECORD_UNREADABLE);
  }

  @Test
  void aMapWithAGap() {
    Container other = sample.create(Sample.hashed("d"));
    sample.engine.reshaper().split(other, 0);
    List<Finding> findings =
        change(
            "container/" + other.number(),
            text -> text.replaceFirst("\"max\":\"[^\"]+\"", "\"max\":\"01\""),
            StorageProblem.CATALOGUE_RECORD_UNREADABLE);

    assertThat(findings.getFirst().toString()).contains("do not join");
  }

  @Test
  void aMapThatDoesNotReachTheEnds() {
    Container other = sample.create(Sample.hashed("d"));
    change(
        "container/" + other.number(),
        text -> text.replaceFirst("\"min\":\"\"", "\"min\":\"01\""),
        StorageProblem.MAP_AXIS);
  }

  @Test
  void heirsThatDoNotOwnWhatTheirParentDid() {
    String middle = Bytes.hex(items.container().map().positionsOf(2).start());
    change(
        "container/" + number,
        text -> text.replaceFirst("\"max\":\"" + middle, "\"max\":\"01"),
        StorageProblem.HEIRS_POSITIONS,
        StorageProblem.HEIRS_POSITIONS,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void anOwnerThatIsMissing() {
    byte[] account = id("account/partita");
    sample.damage(removeRecord(account), StorageProblem.OWNER_MISSING);
  }

  @Test
  void aNameThatIsTaken() {
    Container other = sample.create(Sample.hashed("d"));

    change(
        "container/" + other.number(),
        text -> text.replace("\"name\":\"d\"", "\"name\":\"c\""),
        StorageProblem.NAME_TWICE);
  }

  @Test
  void aContainerThatIsDeletedAndThere() {
    Container other = sample.create(Sample.hashed("d"));
    sample.engine.deleteContainer(other.number());

    sample.requireSound();
    sample.damage(
        rename("dropped/" + other.number(), "dropped/" + number, "{\"number\":" + number + "}"),
        StorageProblem.DROPPED_BUT_PRESENT);
  }

  @Test
  void aNumberThatADatabaseAndAContainerHave() {
    Container other = sample.create(Sample.hashed("d"));
    byte[] key = KEYS.record(ROOT, id("container/" + other.number()));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    String json =
        new String(record.payload(), StandardCharsets.UTF_8)
            .replaceFirst("\"number\":" + other.number(), "\"number\":" + sample.database);

    sample.damage(
        rename("container/" + other.number(), "container/" + sample.database, json),
        StorageProblem.NUMBER_TWICE);
  }

  @Test
  void aNumberNobodyGaveOut() {
    byte[] key = KEYS.partitionState(0);
    PartitionState state = PartitionState.decode(sample.value(Family.STATE, key));
    PartitionState earlier =
        new PartitionState(
            state.lsn(), state.timeMillis(), number - 1, state.sizeBytes(), state.recordCount());

    sample.damage(
        new Batch().put(Family.STATE, key, earlier.encode()), StorageProblem.NUMBER_AHEAD);
  }

  @Test
  void anHeirThatStartsFromAnotherLsn() {
    change(
        "container/" + number,
        text -> text.replaceFirst("\"lastLsn\":30", "\"lastLsn\":29"),
        StorageProblem.HEIRS_LSN,
        StorageProblem.HEIRS_LSN,
        StorageProblem.PARTITION_LSN,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void anHeirThatStartsWithAnotherSize() {
    long size = items.container().sizeBytes();
    PartitionState state = items.container().partitions().getFirst().partition().state();
    sample.damage(
        new Batch()
            .put(
                Family.STATE,
                items.container().keys().partitionState(1),
                new PartitionState(31, state.timeMillis(), 0, size, 1).encode()),
        StorageProblem.HEIRS_SIZE);
  }

  @Test
  void aParentThatIsMissing() {
    change(
        "container/" + number,
        text -> text.replaceFirst("\"parents\":\\[1,2\\]", "\"parents\":[1,5]"),
        StorageProblem.PARENT_MISSING,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void aPartitionWithoutHeirs() {
    change(
        "container/" + number,
        text -> text.replaceFirst("\"parents\":\\[1,2\\]", "\"parents\":[]"),
        StorageProblem.HEIRS_MISSING,
        StorageProblem.HEIRS_MISSING,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void aNumberThatTwoPartitionsHave() {
    change(
        "container/" + number,
        text -> text.replaceFirst("\"number\":3", "\"number\":2"),
        StorageProblem.PARTITION_NUMBER_TWICE,
        StorageProblem.PARTITION_LSN,
        StorageProblem.PARENT_MISSING,
        StorageProblem.NOT_CHECKED);
  }

  @Test
  void aResourceOfNobody() {
    int resource =
        sample.engine.catalogue().createResource("user", number, "ann", JsonObject.EMPTY).number();
    sample.engine.catalogue().createResource("user", number, "bob", JsonObject.EMPTY);
    sample.requireSound();

    change(
        "resource/" + resource,
        text -> text.replace("\"parent\":" + number, "\"parent\":77"),
        StorageProblem.OWNER_MISSING);
    change(
        "resource/" + resource,
        text -> text.replace("\"parent\":77", "\"parent\":" + number).replace("ann", "bob"),
        StorageProblem.NAME_TWICE);
  }

  @Test
  void dataOfAnUnknownContainer() {
    Batch batch = new Batch();
    for (Family family : List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX)) {
      batch.put(family, new KeySpace(99).index(new byte[] {1}), new byte[1]);
      batch.put(family, new KeySpace(99).index(new byte[] {2}), new byte[1]);
    }
    List<Finding> findings =
        sample.damage(
            batch,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER,
            StorageProblem.UNKNOWN_CONTAINER);

    assertThat(findings).allSatisfy(f -> assertThat(f.details()).containsEntry("container", 99));
  }

  @Test
  void aKeyThatIsTooShort() {
    sample.damage(
        new Batch().put(Family.ITEMS, new byte[] {0, 0}, new byte[1]),
        StorageProblem.KEY_UNREADABLE);
  }

  /** Changes the text of a record, and the sizes with it. */
  private List<Finding> change(String id, UnaryOperator<String> change, Problem... expected) {
    byte[] key = KEYS.record(ROOT, id(id));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    String before = new String(record.payload(), StandardCharsets.UTF_8);
    String after = change.apply(before);
    byte[] changed = bytes(record, after);
    Batch batch = new Batch().put(Family.ITEMS, key, changed);
    resize(batch, changed.length - record.sizeBytes(), 0);
    return sample.damage(batch, expected);
  }

  /** Puts a record in the place of another, as if it had always been there. */
  private Batch rename(String from, String to, String json) {
    byte[] key = KEYS.record(ROOT, id(from));
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    byte[] changed = bytes(record, json);
    byte[] newKey = KEYS.record(ROOT, id(to));
    byte[] logKey = KEYS.logEntry(0, record.lsn(), record.sequence());
    Change change = Change.decode(logKey, sample.value(Family.LOG, logKey));
    Batch batch =
        new Batch()
            .delete(Family.ITEMS, key)
            .put(Family.ITEMS, newKey, changed)
            .put(
                Family.LOG,
                logKey,
                new Change(
                        change.lsn(),
                        change.sequence(),
                        change.kind(),
                        change.timeMillis(),
                        change.previousLsn(),
                        new RecordKey(ROOT, id(to)),
                        null,
                        null)
                    .encode());
    resize(batch, changed.length + newKey.length - record.sizeBytes() - key.length, 0);
    return batch;
  }

  private Batch removeRecord(byte[] id) {
    byte[] key = KEYS.record(ROOT, id);
    StoredRecord record =
        Objects.requireNonNull(StoredRecord.read(sample.value(Family.ITEMS, key)));
    Batch batch =
        new Batch()
            .delete(Family.ITEMS, key)
            .delete(Family.LOG, KEYS.logEntry(0, record.lsn(), record.sequence()));
    resize(batch, -record.sizeBytes() - key.length, -1);
    return batch;
  }

  private void resize(Batch batch, long bytes, long records) {
    byte[] stateKey = KEYS.partitionState(0);
    PartitionState state = PartitionState.decode(sample.value(Family.STATE, stateKey));
    byte[] sizeKey = KEYS.logicalState(ROOT);
    LogicalSize size = LogicalSize.decode(sample.value(Family.STATE, sizeKey));
    batch
        .put(
            Family.STATE,
            stateKey,
            new PartitionState(
                    state.lsn(),
                    state.timeMillis(),
                    state.serial(),
                    state.sizeBytes() + bytes,
                    state.recordCount() + records)
                .encode())
        .put(Family.STATE, sizeKey, size.plus(bytes, records).encode());
  }

  private static byte[] bytes(StoredRecord record, String text) {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[StoredRecord.PAYLOAD_OFFSET + payload.length];
    System.arraycopy(payload, 0, bytes, StoredRecord.PAYLOAD_OFFSET, payload.length);
    return StoredRecord.stamp(bytes, record.lsn(), record.sequence());
  }

  private static byte[] id(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
