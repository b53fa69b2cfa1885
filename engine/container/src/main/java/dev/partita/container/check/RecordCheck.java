package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.partition.Change;
import dev.partita.partition.LogicalSize;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The check of a container's records: each by itself, its entry in the change log, and sizes. */
final class RecordCheck {

  private final CheckedContainer container;
  private final Store store;
  private final Walk walk;
  private final Report report;
  private final Layer.@Nullable Part layer;

  RecordCheck(
      CheckedContainer container,
      Store store,
      Walk walk,
      Report report,
      Layer.@Nullable Part layer) {
    this.container = container;
    this.store = store;
    this.walk = walk;
    this.report = report;
    this.layer = layer;
  }

  void run() {
    try (LogicalSizes sizes = new LogicalSizes(container, store)) {
      boolean complete =
          walk.each(
              Family.ITEMS,
              container.keys().all(),
              container.place(),
              (key, value) -> check(key, value, sizes));
      if (complete) {
        sizes.finish();
        container.map().current().stream()
            .filter(descriptor -> container.holds(descriptor.number()))
            .forEach(descriptor -> checkSize(descriptor, sizes));
      }
    }
  }

  private void check(byte[] key, byte[] value, LogicalSizes sizes) {
    report.sawRecord();
    RecordKey name = parse(key);
    if (name == null) {
      return;
    }
    sizes.count(name.logical(), (long) key.length + value.length);
    if (!container.map().axis().contains(name.logical().position())) {
      container.report(container.finding(StorageProblem.RECORD_OFF_AXIS, name));
      return;
    }
    if (!container.holds(container.map().owner(name.logical().position()).number())) {
      container.report(
          container
              .finding(StorageProblem.RECORD_SEGMENT, name)
              .with("segment", container.keys().segment()));
      return;
    }
    StoredRecord record = read(name, value);
    if (record == null) {
      return;
    }
    OptionalInt writer = container.writer(name.logical().position(), record.lsn());
    if (writer.isEmpty()) {
      container.report(
          container.finding(StorageProblem.RECORD_LSN, name).with("lsn", record.lsn()));
    } else if (container.keepsChangeLog()) {
      checkLogEntry(name, record, writer.getAsInt());
    }
    if (layer != null) {
      layer.record(name, record);
    }
  }

  private @Nullable RecordKey parse(byte[] key) {
    try {
      return container.keys().parseRecord(key);
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(StorageProblem.KEY_UNREADABLE)
              .with("family", Family.ITEMS)
              .with("key", Bytes.hex(key)));
      return null;
    }
  }

  private @Nullable StoredRecord read(RecordKey name, byte[] value) {
    try {
      return StoredRecord.read(value);
    } catch (DatabaseException e) {
      container.report(
          container.finding(StorageProblem.RECORD_UNREADABLE, name).with("reason", e.getMessage()));
      return null;
    }
  }

  private void checkLogEntry(RecordKey name, StoredRecord record, int writer) {
    byte[] key = container.keys().logEntry(writer, record.lsn(), record.sequence());
    byte[] value = store.get(Family.LOG, key);
    StorageProblem problem = null;
    if (value == null) {
      problem = StorageProblem.LOG_ENTRY_MISSING;
    } else if (!names(key, value, name)) {
      problem = StorageProblem.LOG_ENTRY_OTHER;
    }
    if (problem != null) {
      container.report(
          container
              .finding(problem, name)
              .with("log", writer)
              .with("lsn", record.lsn())
              .with("sequence", record.sequence()));
    }
  }

  /** Whether the entry names the record; one that cannot be read is reported by the log's check. */
  private static boolean names(byte[] key, byte[] value, RecordKey name) {
    try {
      RecordKey named = Change.decode(key, value).key();
      return named.logical().equals(name.logical()) && Arrays.equals(named.id(), name.id());
    } catch (DatabaseException e) {
      return true;
    }
  }

  private void checkSize(PartitionDescriptor descriptor, LogicalSizes sizes) {
    PartitionState state = container.state(descriptor.number()).orElseThrow();
    LogicalSize counted = sizes.partition(descriptor.number());
    LogicalSize stored = new LogicalSize(state.sizeBytes(), state.recordCount());
    if (!stored.equals(counted)) {
      container.report(
          container
              .finding(StorageProblem.PARTITION_SIZE, descriptor.number())
              .with("stored", stored)
              .with("counted", counted));
    }
  }
}
