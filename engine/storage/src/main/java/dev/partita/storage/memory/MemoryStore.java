package dev.partita.storage.memory;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that forgets everything when it is closed, and after a {@link #crash} what was not
 * flushed, as one with {@link dev.partita.storage.Durability#LOGGED_ELSEWHERE}. Safe for use by any
 * number of threads: a batch makes new trees beside the current ones and then takes their place
 * with one assignment, so readers never wait and see a batch whole or not at all.
 */
public class MemoryStore implements Store {

  /** The current trees by the number of the family, never changed; null once closed. */
  private volatile SortedTree @Nullable [] trees;

  /** Those that a crash leaves. */
  private volatile SortedTree[] flushed;

  public MemoryStore() {
    SortedTree[] empty = new SortedTree[Family.values().length];
    Arrays.fill(empty, SortedTree.EMPTY);
    trees = empty;
    flushed = empty;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return MemorySnapshot.copy(tree(family).get(key));
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return MemorySnapshot.getAll(tree(family), keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return new MemoryCursor(this, tree(family), range);
  }

  @Override
  public synchronized CompletableFuture<@Nullable Void> append(Batch batch) {
    Change change = new Change(requireOpen().clone());
    batch.forEach(change);
    trees = change.trees;
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void flush() {
    flushed = requireOpen();
  }

  @Override
  public byte @Nullable [] durable(Family family, byte[] key) {
    requireOpen();
    return MemorySnapshot.copy(flushed[family.number()].get(key));
  }

  /** Goes back to what was flushed last, as if the machine had lost power. */
  public synchronized void crash() {
    requireOpen();
    trees = flushed;
  }

  @Override
  public Reader written() {
    return this;
  }

  @Override
  public Snapshot snapshot() {
    return new MemorySnapshot(this, requireOpen());
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return tree(family).bytes(range);
  }

  @Override
  public long diskBytes() {
    long bytes = 0;
    for (SortedTree tree : requireOpen()) {
      bytes += tree.bytes();
    }
    return bytes;
  }

  @Override
  public StoreHealth health() {
    return StoreHealth.SOUND;
  }

  /** Does nothing, since nothing is left behind here. */
  @Override
  public void compact(Family family, KeyRange range) {
    requireOpen();
  }

  @Override
  public synchronized void close() {
    trees = null;
  }

  SortedTree[] requireOpen() {
    SortedTree[] current = trees;
    if (current == null) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The store is closed.");
    }
    return current;
  }

  private SortedTree tree(Family family) {
    return requireOpen()[family.number()];
  }

  private record Change(SortedTree[] trees) implements Batch.Visitor {

    @Override
    public void put(Family family, byte[] key, byte[] value) {
      trees[family.number()] = trees[family.number()].with(key, value);
    }

    @Override
    public void delete(Family family, byte[] key) {
      trees[family.number()] = trees[family.number()].without(key);
    }

    @Override
    public void deleteRange(Family family, byte[] start, byte[] end) {
      trees[family.number()] = trees[family.number()].without(new KeyRange(start, end));
    }
  }
}
