package dev.partita.container.repair;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.Change;
import dev.partita.partition.KeySpace;
import dev.partita.partition.Lineage;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.replication.Fence;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The repair of one container. For one run on one thread. */
final class ContainerRepair {

  private static final int BATCH_BYTES = 1 << 20;
  private static final int LOG_KEY_BYTES = 18;

  /** What is known of a partition, in charge or not. */
  private static final class Partition {
    final PartitionDescriptor descriptor;

    /** No LSN above it was ever given by the partition, if it is retired. */
    final long lastLsn;

    long lsn;
    long timeMillis;
    long serial;

    /** Of the records, or if the partition is retired, of those that it had at its end. */
    LogicalSize size = LogicalSize.NONE;

    /** Whether the size is that of the end. */
    final boolean isFinal;

    Partition(PartitionDescriptor descriptor, PartitionState state, long lastLsn) {
      isFinal = state.lsn() == lastLsn;
      if (isFinal) {
        size = new LogicalSize(state.sizeBytes(), state.recordCount());
      }
      this.descriptor = descriptor;
      this.lastLsn = lastLsn;
      lsn = lastLsn == Long.MAX_VALUE ? state.lsn() : lastLsn;
      timeMillis = Math.max(state.timeMillis(), descriptor.start().timeMillis());
      serial = state.serial();
    }
  }

  /** A record whose version no entry of a change log names. */
  private record Missing(RecordKey name, long lsn, int sequence, long timeMillis) {}

  private final Store store;
  private final KeySpace keys;
  private final PartitionMap map;
  private final @Nullable ContainerRecord record;
  private final RepairLayer.Part layer;
  private final Map<Integer, Partition> partitions = new HashMap<>();
  private final Map<Integer, Lineage> lineages = new HashMap<>();
  private final SortedMap<byte[], Missing> missing = new TreeMap<>(Bytes.ORDER);
  private Batch batch = new Batch();
  private @Nullable LogicalKey logical;
  private LogicalSize logicalSize = LogicalSize.NONE;
  private long records;
  private long added;
  private long dropped;
  private long entries;

  /**
   * @param record null for the catalogue
   */
  ContainerRepair(
      Store store,
      KeySpace keys,
      PartitionMap map,
      @Nullable ContainerRecord record,
      RepairLayer.Part layer) {
    this.store = store;
    this.keys = keys;
    this.map = map;
    this.record = record;
    this.layer = layer;
    map.current().forEach(descriptor -> add(descriptor, Long.MAX_VALUE));
    map.retired().forEach(ended -> add(ended.descriptor(), ended.lastLsn()));
  }

  private void add(PartitionDescriptor descriptor, long lastLsn) {
    byte[] stored = store.get(Family.STATE, keys.partitionState(descriptor.number()));
    PartitionState state = stored == null ? descriptor.start() : PartitionState.decode(stored);
    partitions.put(descriptor.number(), new Partition(descriptor, state, lastLsn));
  }

  Repaired run() {
    // The states of partitions go last: until then they say what was not repaired yet.
    deleteDerivedEntries();
    KeyRange sizes = keys.logicalStates(KeyRange.ALL);
    batch.deleteRange(Family.STATE, sizes.start(), end(sizes));
    repairRecords();
    repairLogs();
    repairStates();
    flush();
    return new Repaired(records, added, dropped, entries);
  }

  private void deleteDerivedEntries() {
    byte[] from = keys.all().start();
    for (int letter : new TreeSet<>(layer.keptKinds())) {
      KeyRange kept = KeyRange.prefix(new KeyWriter().raw(keys.all().start()).u8(letter).toBytes());
      batch.deleteRange(Family.INDEX, from, kept.start());
      from = end(kept);
    }
    batch.deleteRange(Family.INDEX, from, end(keys.all()));
  }

  private void repairRecords() {
    try (Cursor cursor = store.scan(Family.ITEMS, keys.all())) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        byte[] value = cursor.value();
        repair(
            keys.parseRecord(key),
            Objects.requireNonNull(StoredRecord.read(value)),
            (long) key.length + value.length);
      }
    }
    settle();
  }

  private void repair(RecordKey name, StoredRecord stored, long bytes) {
    byte[] position = name.logical().position();
    PartitionDescriptor owner = map.owner(position);
    Partition partition = partition(owner.number());
    records++;
    if (!name.logical().equals(logical)) {
      settle();
      logical = name.logical();
    }
    logicalSize = logicalSize.plus(bytes, 1);
    partition.size = partition.size.plus(bytes, 1);
    partition.lsn = Math.max(partition.lsn, stored.lsn());

    RepairLayer.Facts facts = layer.facts(name, stored);
    facts.entries().forEach((key, value) -> batch.put(Family.INDEX, key, value));
    entries += facts.entries().size();
    Partition creator = partitions.get(facts.creator());
    if (creator != null) {
      creator.serial = Math.max(creator.serial, facts.serial());
    }
    int writer =
        lineages.computeIfAbsent(owner.number(), map::lineage).partitionOf(position, stored.lsn());
    byte[] entry = keys.logEntry(writer, stored.lsn(), stored.sequence());
    if (keepsChangeLog() && !names(entry, store.get(Family.LOG, entry), name)) {
      missing.put(entry, new Missing(name, stored.lsn(), stored.sequence(), facts.timeMillis()));
    }
    flushIfLarge();
  }

  private boolean keepsChangeLog() {
    return record == null || record.definition().changeLog().isOn();
  }

  private static boolean names(byte[] key, byte @Nullable [] value, RecordKey name) {
    try {
      return value != null && equal(Change.decode(key, value).key(), name);
    } catch (DatabaseException e) {
      return false;
    }
  }

  private static boolean equal(RecordKey left, RecordKey right) {
    return left.logical().equals(right.logical()) && Arrays.equals(left.id(), right.id());
  }

  /** Writes the size of the logical partition that was counted. */
  private void settle() {
    LogicalKey counted = logical;
    if (counted != null) {
      batch.put(Family.STATE, keys.logicalState(counted), logicalSize.encode());
    }
    logical = null;
    logicalSize = LogicalSize.NONE;
  }

  private void repairLogs() {
    LogRepair logs = new LogRepair();
    try (Cursor cursor = store.scan(Family.LOG, keys.all())) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        if (missing.containsKey(key)) {
          dropped++;
          continue;
        }
        Change change = keepsChangeLog() ? readChange(key, cursor.value()) : null;
        if (change != null && fits(Bytes.readInt(key, Integer.BYTES), change)) {
          logs.addBefore(key, change.timeMillis());
          logs.pass(Bytes.readInt(key, Integer.BYTES), change.lsn(), change.timeMillis());
        } else {
          batch.delete(Family.LOG, key);
          dropped++;
        }
        flushIfLarge();
      }
    }
    logs.addBefore(end(keys.all()), Long.MAX_VALUE);
  }

  private static @Nullable Change readChange(byte[] key, byte[] value) {
    try {
      return key.length == LOG_KEY_BYTES ? Change.decode(key, value) : null;
    } catch (DatabaseException e) {
      return null;
    }
  }

  /** Whether the partition can have written the entry, and the records agree with it. */
  private boolean fits(int number, Change change) {
    Partition partition = partitions.get(number);
    RecordKey name = change.key();
    if (partition == null
        || change.lsn() <= partition.descriptor.start().lsn()
        || change.lsn() > partition.lastLsn
        || !partition.descriptor.positions().contains(name.logical().position())) {
      return false;
    }
    StoredRecord found =
        StoredRecord.read(store.get(Family.ITEMS, keys.record(name.logical(), name.id())));
    int age = found == null ? 1 : compare(found, change);
    if (change.kind().removes()) {
      return age > 0;
    }
    return age == 0 || (age > 0 && mayBeSuperseded(change));
  }

  private static int compare(StoredRecord record, Change change) {
    int byLsn = Long.compare(record.lsn(), change.lsn());
    return byLsn != 0 ? byLsn : Integer.compare(record.sequence(), change.sequence());
  }

  private boolean mayBeSuperseded(Change change) {
    return record != null
        && (record.definition().historyMillis() > 0
            || change.image() != null
            || change.timeMillis() <= record.changedMillis());
  }

  /** The way through the change logs in the order of their keys. */
  private final class LogRepair {
    private int partition = -1;
    private long timeMillis;

    /** Adds the entries that are missing below a key, whose entry has the given time. */
    void addBefore(byte[] key, long millis) {
      SortedMap<byte[], Missing> before = missing.headMap(key);
      int next = key.length == LOG_KEY_BYTES ? Bytes.readInt(key, Integer.BYTES) : -1;
      before.forEach((entry, one) -> add(entry, one, next, millis));
      before.clear();
    }

    private void add(byte[] entry, Missing one, int next, long nextMillis) {
      int writer = Bytes.readInt(entry, Integer.BYTES);
      begin(writer);
      long highest = writer == next ? nextMillis : Long.MAX_VALUE;
      long millis = Math.min(Math.max(one.timeMillis(), timeMillis), highest);
      boolean keepsHistory = record != null && record.definition().historyMillis() > 0;
      byte[] image =
          keepsHistory
              ? store.get(Family.ITEMS, keys.record(one.name().logical(), one.name().id()))
              : null;
      Change change =
          new Change(
              one.lsn(), one.sequence(), Change.Kind.CREATE, millis, 0, one.name(), image, null);
      batch.put(Family.LOG, entry, change.encode());
      added++;
      pass(writer, one.lsn(), millis);
      flushIfLarge();
    }

    private void begin(int number) {
      if (number != partition) {
        partition = number;
        timeMillis = partition(number).descriptor.start().timeMillis();
      }
    }

    /** Takes notice of an entry that stays or was added. */
    void pass(int number, long lsn, long millis) {
      begin(number);
      timeMillis = Math.max(timeMillis, millis);
      Partition passed = partition(number);
      passed.lsn = Math.max(passed.lsn, lsn);
      passed.timeMillis = Math.max(passed.timeMillis, millis);
    }
  }

  private void repairStates() {
    map.retired().stream()
        .map(ended -> ended.descriptor().number())
        .filter(this::liesHere)
        .forEach(this::restoreSize);
    KeyRange states =
        KeyRange.prefix(
            new KeyWriter().raw(keys.all().start()).u8(KeySpace.PARTITION_STATE).toBytes());
    batch.deleteRange(Family.STATE, states.start(), end(states));
    // No server has the folder open, so there is no writer to keep out.
    KeyRange fences =
        KeyRange.prefix(new KeyWriter().raw(keys.all().start()).u8(Fence.KIND).toBytes());
    batch.deleteRange(Family.STATE, fences.start(), end(fences));
    partitions.forEach(
        (number, partition) -> {
          if (!liesHere(number)) {
            return;
          }
          PartitionState state =
              new PartitionState(
                  partition.lsn,
                  partition.timeMillis,
                  partition.serial,
                  partition.size.sizeBytes(),
                  partition.size.recordCount());
          batch.put(Family.STATE, keys.partitionState(number), state.encode());
        });
  }

  private boolean liesHere(int number) {
    return record == null || record.segmentOf(number) == keys.segment();
  }

  /** Gives a retired partition the size that its heirs began with. */
  private void restoreSize(int number) {
    Partition retired = partition(number);
    if (retired.isFinal) {
      return;
    }
    List<PartitionDescriptor> heirs =
        partitions.values().stream()
            .map(partition -> partition.descriptor)
            .filter(descriptor -> descriptor.parents().contains(number))
            .toList();
    LogicalSize rest = LogicalSize.NONE;
    for (PartitionDescriptor heir : heirs) {
      rest = rest.plus(heir.start().sizeBytes(), heir.start().recordCount());
      for (int parent : heir.parents()) {
        LogicalSize share = partition(parent).size;
        rest = rest.plus(-share.sizeBytes(), -share.recordCount());
      }
    }
    retired.size = rest;
  }

  private Partition partition(int number) {
    return Objects.requireNonNull(partitions.get(number));
  }

  private static byte[] end(KeyRange range) {
    return Objects.requireNonNull(range.end());
  }

  private void flushIfLarge() {
    if (batch.sizeBytes() > BATCH_BYTES) {
      flush();
    }
  }

  private void flush() {
    store.write(batch);
    batch = new Batch();
  }
}
