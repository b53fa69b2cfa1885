package dev.partita.storage.memory;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a {@link MemoryStore}: its trees at that time, by the number of the family. Safe
 * for use by any number of threads.
 */
final class MemorySnapshot implements Snapshot {

  private final MemoryStore store;
  private volatile SortedTree @Nullable [] trees;

  MemorySnapshot(MemoryStore store, SortedTree[] trees) {
    this.store = store;
    this.trees = trees;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return copy(tree(family).get(key));
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return getAll(tree(family), keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return new MemoryCursor(store, tree(family), range);
  }

  @Override
  public void close() {
    trees = null;
  }

  static byte @Nullable [] copy(byte @Nullable [] value) {
    return value == null ? null : value.clone();
  }

  static List<byte @Nullable []> getAll(SortedTree tree, List<byte[]> keys) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(copy(tree.get(key)));
    }
    return values;
  }

  private SortedTree tree(Family family) {
    store.requireOpen();
    SortedTree[] current = trees;
    if (current == null) {
      throw new IllegalStateException("The snapshot is closed.");
    }
    return current[family.number()];
  }
}
