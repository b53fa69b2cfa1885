package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stored sizes of logical partitions beside those that a walk over the records counts. Both are
 * in the same order, so neither has to be kept.
 */
final class LogicalSizes implements AutoCloseable {

  private final CheckedContainer container;
  private final Cursor cursor;
  private final Map<Integer, LogicalSize> partitions = new HashMap<>();
  private boolean onKey;
  private @Nullable LogicalKey current;
  private LogicalSize counted = LogicalSize.NONE;

  LogicalSizes(CheckedContainer container, Store store) {
    this.container = container;
    this.cursor = store.scan(Family.STATE, container.keys().logicalStates(KeyRange.ALL));
    this.onKey = cursor.first();
  }

  /** Counts a record; they come in the order of their keys. */
  void count(LogicalKey logical, long bytes) {
    if (!logical.equals(current)) {
      settle();
      current = logical;
    }
    counted = counted.plus(bytes, 1);
  }

  /** To be called after the last record. */
  void finish() {
    settle();
    while (onKey) {
      compare(cursor.key(), LogicalSize.NONE, null);
    }
  }

  /** What the records of a physical partition come to. */
  LogicalSize partition(int number) {
    return partitions.getOrDefault(number, LogicalSize.NONE);
  }

  @Override
  public void close() {
    cursor.close();
  }

  /** Compares what was counted for the current logical partition with what is stored. */
  private void settle() {
    if (current == null) {
      return;
    }
    if (container.map().axis().contains(current.position())) {
      partitions.merge(
          container.map().owner(current.position()).number(),
          counted,
          (left, right) -> left.plus(right.sizeBytes(), right.recordCount()));
    }
    byte[] key = container.keys().logicalState(current);
    while (onKey && Bytes.ORDER.compare(cursor.key(), key) < 0) {
      compare(cursor.key(), LogicalSize.NONE, null);
    }
    if (onKey && Bytes.ORDER.compare(cursor.key(), key) == 0) {
      compare(key, counted, current);
    } else {
      report(current, LogicalSize.NONE, counted);
    }
    current = null;
    counted = LogicalSize.NONE;
  }

  /** Compares the size under the cursor, and moves on. */
  private void compare(byte[] key, LogicalSize expected, @Nullable LogicalKey known) {
    try {
      LogicalKey logical = known == null ? container.keys().parseLogicalState(key) : known;
      LogicalSize stored = LogicalSize.decode(cursor.value());
      if (!stored.equals(expected)) {
        report(logical, stored, expected);
      }
    } catch (DatabaseException e) {
      container.report(
          container
              .finding(StorageProblem.LOGICAL_SIZE_UNREADABLE)
              .with("key", Bytes.hex(key))
              .with("value", Bytes.hex(cursor.value())));
    }
    onKey = cursor.next();
  }

  private void report(LogicalKey logical, LogicalSize stored, LogicalSize expected) {
    container.report(
        container
            .finding(StorageProblem.LOGICAL_SIZE, logical)
            .with("stored", stored)
            .with("counted", expected));
  }
}
