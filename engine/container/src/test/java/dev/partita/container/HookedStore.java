package dev.partita.container;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import dev.partita.storage.memory.MemoryStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that outlives the engine over it, as a disk does, and in whose writes a test
 * can interfere.
 */
final class HookedStore implements Store {

  private final MemoryStore store = new MemoryStore();
  private volatile Consumer<Batch> beforeWrite = _ -> {};
  private volatile StoreHealth health = store.health();

  /** Has something happen before each batch is written; what it throws keeps it from happening. */
  void beforeWrite(Consumer<Batch> action) {
    beforeWrite = action;
  }

  /** Has the store say from now on that it is doing so. */
  void fallIll(StoreHealth now) {
    health = now;
  }

  /** What a crash at this moment leaves behind. */
  HookedStore copy() {
    Batch all = new Batch();
    try (Snapshot snapshot = store.snapshot()) {
      for (Family family : Family.values()) {
        try (Cursor cursor = snapshot.scan(family, KeyRange.ALL)) {
          while (cursor.next()) {
            all.put(family, cursor.key(), cursor.value());
          }
        }
      }
    }
    HookedStore copy = new HookedStore();
    copy.write(all);
    return copy;
  }

  @Override
  public CompletableFuture<@Nullable Void> append(Batch batch) {
    beforeWrite.accept(batch);
    return store.append(batch);
  }

  @Override
  public Reader written() {
    return store;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return store.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return store.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return store.scan(family, range);
  }

  @Override
  public Snapshot snapshot() {
    return store.snapshot();
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return store.approximateBytes(family, range);
  }

  @Override
  public long diskBytes() {
    return store.diskBytes();
  }

  @Override
  public StoreHealth health() {
    return health;
  }

  @Override
  public void compact(Family family, KeyRange range) {
    store.compact(family, range);
  }

  /** The engine closes it; what it holds stays. */
  @Override
  public void close() {}
}
