package dev.partita.partition;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a group writes to one family, the last write of each key. A transaction writes here directly
 * and is undone if it fails. Written by whoever evaluates; once the group takes no more work in, it
 * may be read by any number of threads.
 */
final class WriteSet {

  /** Stands for a deleted key. */
  private static final byte[] DELETED = new byte[0];

  private final Family family;
  private volatile Map<Slot, byte[]> writes = new LinkedHashMap<>();
  private long sizeBytes;

  // Of the transaction under way: the slots it wrote, and what the group had written there before.
  private final List<Slot> written = new ArrayList<>();
  private final List<byte @Nullable []> before = new ArrayList<>();
  private long sizeBytesBefore;

  WriteSet(Family family) {
    this.family = family;
  }

  void put(Slot slot, byte[] value) {
    byte[] replaced = writes.put(slot, value);
    written.add(slot);
    before.add(replaced);
    sizeBytes += writeBytes(slot, value) - (replaced == null ? 0 : writeBytes(slot, replaced));
  }

  void delete(Slot slot) {
    put(slot, DELETED);
  }

  Family family() {
    return family;
  }

  /** What was written, which may be that the slot {@link #isDeleted}; null if nothing was. */
  byte @Nullable [] find(Slot slot) {
    return writes.get(slot);
  }

  /** The writes in the order of their keys, those included that are made from now on. */
  NavigableMap<Slot, byte[]> ordered() {
    if (writes instanceof NavigableMap<Slot, byte[]> kept) {
      return kept;
    }
    NavigableMap<Slot, byte[]> sorted = new TreeMap<>(ProposedWrites.ORDER);
    sorted.putAll(writes);
    writes = sorted;
    return sorted;
  }

  void forEach(BiConsumer<Slot, byte[]> consumer) {
    writes.forEach(consumer);
  }

  int count() {
    return writes.size();
  }

  /** Lets go of the writes, which are kept elsewhere from now on. By any thread. */
  void release() {
    writes = Map.of();
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /** By how much a batch grows that this is appended to. */
  long sizeBytes() {
    return sizeBytes;
  }

  /** Whether the transaction under way has written anything. */
  boolean isChanged() {
    return !written.isEmpty();
  }

  /** Ends a transaction, whose writes stay. */
  void keep() {
    written.clear();
    before.clear();
    sizeBytesBefore = sizeBytes;
  }

  /** Ends a transaction and takes its writes back. */
  void undo() {
    for (int i = written.size() - 1; i >= 0; i--) {
      byte[] value = before.get(i);
      if (value == null) {
        writes.remove(written.get(i));
      } else {
        writes.put(written.get(i), value);
      }
    }
    sizeBytes = sizeBytesBefore;
    keep();
  }

  void appendTo(Batch batch) {
    for (Map.Entry<Slot, byte[]> write : writes.entrySet()) {
      if (isDeleted(write.getValue())) {
        batch.delete(family, write.getKey().key());
      } else {
        batch.put(family, write.getKey().key(), write.getValue());
      }
    }
  }

  private static long writeBytes(Slot slot, byte[] value) {
    return isDeleted(value) ? Batch.deleteBytes(slot.key()) : Batch.putBytes(slot.key(), value);
  }

  @SuppressWarnings("ReferenceEquality") // an empty value is a value
  static boolean isDeleted(byte[] value) {
    return value == DELETED;
  }
}
