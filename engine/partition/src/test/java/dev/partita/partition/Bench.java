package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.ManualClock;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A store with partitions of one container over it, a clock that stands still and writers that work
 * when told to.
 */
final class Bench implements AutoCloseable {

  static final PartitionSettings PLAIN = new PartitionSettings(1_000_000, ChangeLogPolicy.NEWEST);
  static final PartitionSettings HISTORY =
      new PartitionSettings(1_000_000, ChangeLogPolicy.HISTORY);
  static final long START_MILLIS = 1_800_000_000_000L;
  static final String NONE = "none";

  final Store store;
  final ManualClock clock = new ManualClock(START_MILLIS);
  final Turns turns = new Turns();
  final RecordingLog log;
  final KeySpace keys = new KeySpace(7);
  final Segment segment;

  Bench() {
    this(new MemoryStore());
  }

  Bench(Store store) {
    this.store = store;
    this.segment = new Segment(store, keys);
    this.log = new RecordingLog(store);
  }

  /** Partition 0 of the whole axis, with turns. */
  PhysicalPartition whole(PartitionSettings settings) {
    return whole(settings, turns);
  }

  /** The same over another segment of the same container. */
  PhysicalPartition over(Segment other, PartitionSettings settings) {
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    return new PhysicalPartition(
        new PhysicalPartition.Environment(store, log, turns, clock),
        other,
        descriptor,
        Lineage.of(descriptor),
        1,
        settings);
  }

  PhysicalPartition whole(PartitionSettings settings, Executor writers) {
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    return open(descriptor, Lineage.of(descriptor), settings, writers);
  }

  PhysicalPartition open(
      PartitionDescriptor descriptor,
      Lineage lineage,
      PartitionSettings settings,
      Executor writers) {
    return new PhysicalPartition(
        new PhysicalPartition.Environment(store, log, writers, clock),
        segment,
        descriptor,
        lineage,
        1,
        settings);
  }

  /** Submits, lets the writer work and returns the result, or throws what the work threw. */
  <R> Commit<R> commit(PhysicalPartition partition, String position, Work<R> work) {
    CompletableFuture<Commit<R>> answer = partition.submit(key(position), work);
    turns.run();
    return answer.join();
  }

  <R> R run(CompletableFuture<R> answer) {
    turns.run();
    return answer.join();
  }

  static LogicalKey key(String position) {
    return new LogicalKey(bytes(position), bytes("v" + position));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] record(String payload) {
    byte[] text = bytes(payload);
    byte[] record = new byte[StoredRecord.PAYLOAD_OFFSET + text.length];
    System.arraycopy(text, 0, record, StoredRecord.PAYLOAD_OFFSET, text.length);
    return record;
  }

  static Work<Long> put(String id, String payload) {
    return transaction -> {
      transaction.put(bytes(id), transaction.get(bytes(id)), record(payload));
      return transaction.lsn();
    };
  }

  static Work<Long> delete(String id) {
    return transaction -> {
      transaction.delete(
          bytes(id), Objects.requireNonNull(transaction.get(bytes(id)), "no record"), false);
      return transaction.lsn();
    };
  }

  /** The payload, or {@link #NONE}. */
  static Work<String> get(String id) {
    return transaction -> Objects.requireNonNullElse(text(transaction.get(bytes(id))), NONE);
  }

  static @Nullable String text(@Nullable StoredRecord record) {
    return record == null ? null : new String(record.payload(), StandardCharsets.UTF_8);
  }

  /** All records of the container: position/id to payload. */
  Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    try (Cursor cursor = store.scan(Family.ITEMS, keys.records(KeyRange.ALL))) {
      while (cursor.next()) {
        RecordKey key = keys.parseRecord(cursor.key());
        contents.put(name(key), Objects.requireNonNull(text(StoredRecord.read(cursor.value()))));
      }
    }
    return contents;
  }

  static String name(RecordKey key) {
    return new String(key.logical().position(), StandardCharsets.UTF_8) + "/" + key.idText();
  }

  List<Change> changes(PhysicalPartition partition, long afterLsn) {
    return changes(
        partition.reader(ReadOptions.LEADER), partition.descriptor().positions(), afterLsn);
  }

  static List<Change> changes(PartitionReader reader, KeyRange positions, long afterLsn) {
    List<Change> changes = new ArrayList<>();
    try (ChangeCursor cursor = reader.changes(positions, afterLsn)) {
      while (cursor.next()) {
        changes.add(cursor.change());
      }
    }
    return changes;
  }

  /** The state of partition 0 as the store has it. */
  static PartitionState stored(Reader store, KeySpace keys) {
    byte[] stored = store.get(Family.STATE, keys.partitionState(0));
    return stored == null ? PartitionState.EMPTY : PartitionState.decode(stored);
  }

  /** What the store says that the logical partition holds. */
  LogicalSize logicalSize(String position) {
    return LogicalSize.decode(store.get(Family.STATE, keys.logicalState(key(position))));
  }

  /** What the records of the range really take. */
  LogicalSize measured(KeyRange positions) {
    LogicalSize size = LogicalSize.NONE;
    try (Cursor cursor = store.scan(Family.ITEMS, keys.records(positions))) {
      while (cursor.next()) {
        size = size.plus(cursor.key().length + cursor.value().length, 1);
      }
    }
    return size;
  }

  @Override
  public void close() {
    store.close();
  }
}
