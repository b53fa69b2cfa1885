package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.Change;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The check of a container's change logs: that every entry lies where its partition could have
 * written it, and names a version of a record that is there or may be gone.
 */
final class LogCheck {

  private static final int KEY_BYTES = 18;

  /** The log of one partition, as far as it has been read. */
  private static final class Log {
    final PartitionDescriptor descriptor;
    final long lastLsn;
    final long lastMillis;
    long timeMillis;

    Log(PartitionDescriptor descriptor, long lastLsn, long lastMillis) {
      this.descriptor = descriptor;
      this.lastLsn = lastLsn;
      this.lastMillis = lastMillis;
      this.timeMillis = descriptor.start().timeMillis();
    }
  }

  private final CheckedContainer container;
  private final Store store;
  private final Walk walk;
  private final Report report;
  private final Layer.@Nullable Part layer;
  private final Map<Integer, Log> logs = new HashMap<>();
  private final Set<Integer> unknown = new HashSet<>();

  LogCheck(
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
    Stream.concat(
            container.map().current().stream(),
            container.map().retired().stream().map(PartitionMap.Retired::descriptor))
        .filter(descriptor -> container.holds(descriptor.number()))
        .forEach(this::add);
  }

  void run() {
    walk.each(Family.LOG, container.keys().all(), container.place(), this::check);
  }

  private void add(PartitionDescriptor descriptor) {
    var state = container.state(descriptor.number()).orElseThrow();
    logs.put(descriptor.number(), new Log(descriptor, state.lsn(), state.timeMillis()));
  }

  private void check(byte[] key, byte[] value) {
    report.sawLogEntry();
    if (key.length != KEY_BYTES) {
      container.report(
          container
              .finding(StorageProblem.KEY_UNREADABLE)
              .with("family", Family.LOG)
              .with("key", Bytes.hex(key)));
      return;
    }
    int partition = Bytes.readInt(key, Integer.BYTES);
    Log log = logs.get(partition);
    if (log == null) {
      if (unknown.add(partition)) {
        container.report(container.finding(StorageProblem.LOG_UNKNOWN_PARTITION, partition));
      }
      return;
    }
    Change change;
    try {
      change = Change.decode(key, value);
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(StorageProblem.LOG_ENTRY_UNREADABLE, partition)
              .with("reason", e.getMessage()));
      return;
    }
    if (!container.keepsChangeLog()) {
      report(StorageProblem.LOG_UNEXPECTED, log, change);
    } else if (checkPlace(log, change)) {
      checkRecord(log, change);
    }
  }

  /** Tells whether the partition can have written the entry. */
  private boolean checkPlace(Log log, Change change) {
    boolean ordered =
        change.timeMillis() >= log.timeMillis && change.timeMillis() <= log.lastMillis;
    log.timeMillis = Math.max(log.timeMillis, Math.min(change.timeMillis(), log.lastMillis));
    if (change.lsn() <= log.descriptor.start().lsn() || change.lsn() > log.lastLsn) {
      report(StorageProblem.LOG_LSN, log, change);
      return false;
    }
    if (!log.descriptor.positions().contains(change.key().logical().position())) {
      report(StorageProblem.LOG_POSITION, log, change);
      return false;
    }
    if (!ordered) {
      report(StorageProblem.LOG_TIME, log, change);
    }
    return true;
  }

  private void checkRecord(Log log, Change change) {
    RecordKey name = change.key();
    byte[] value = store.get(Family.ITEMS, container.keys().record(name.logical(), name.id()));
    StoredRecord record;
    try {
      record = StoredRecord.read(value);
    } catch (DatabaseException e) {
      return; // Reported by the check of the records.
    }
    int age = record == null ? 1 : compare(record, change);
    if (change.kind().removes()) {
      if (age <= 0) {
        report(StorageProblem.LOG_REMOVED, log, change);
      }
    } else if (age < 0) {
      report(StorageProblem.LOG_AHEAD, log, change);
    } else if (age > 0 && !mayBeSuperseded(change)) {
      report(StorageProblem.LOG_SUPERSEDED, log, change);
    }
    checkImages(log, change, age == 0 ? record : null);
  }

  /**
   * An entry that is superseded goes in the same commit unless the container keeps history, or kept
   * it until its definition was changed.
   */
  private boolean mayBeSuperseded(Change change) {
    return container.keepsHistory()
        || change.image() != null
        || change.timeMillis() <= container.changedMillis();
  }

  private void checkImages(Log log, Change change, @Nullable StoredRecord newest) {
    StoredRecord image = image(log, change, change.image());
    if (image != null) {
      boolean wrong =
          change.kind().removes()
              || compare(image, change) != 0
              || (newest != null && !Arrays.equals(newest.bytes(), image.bytes()));
      if (wrong) {
        report(StorageProblem.LOG_IMAGE, log, change);
      } else if (newest == null && layer != null) {
        layer.version(change.key(), image);
      }
    }
    StoredRecord previous = image(log, change, change.previousImage());
    if (previous != null && previous.lsn() != change.previousLsn()) {
      report(StorageProblem.LOG_IMAGE, log, change);
    }
  }

  private @Nullable StoredRecord image(Log log, Change change, byte @Nullable [] bytes) {
    try {
      return StoredRecord.read(bytes);
    } catch (DatabaseException e) {
      report(StorageProblem.LOG_IMAGE, log, change);
      return null;
    }
  }

  private static int compare(StoredRecord record, Change change) {
    int byLsn = Long.compare(record.lsn(), change.lsn());
    return byLsn != 0 ? byLsn : Integer.compare(record.sequence(), change.sequence());
  }

  private void report(StorageProblem problem, Log log, Change change) {
    container.report(
        container
            .finding(problem, change.key())
            .with("log", log.descriptor.number())
            .with("lsn", change.lsn())
            .with("sequence", change.sequence())
            .with("kind", change.kind()));
  }
}
