package dev.partita.simulation;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store that does what another does; what differs is for subclasses to say. */
class StoreDecorator implements Store {

  private final Store store;

  StoreDecorator(Store store) {
    this.store = store;
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
  public CompletableFuture<@Nullable Void> append(Batch batch) {
    return store.append(batch);
  }

  @Override
  public Reader written() {
    return store.written();
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
  public StoreHealth health() {
    return store.health();
  }

  @Override
  public long diskBytes() {
    return store.diskBytes();
  }

  @Override
  public void compact(Family family, KeyRange range) {
    store.compact(family, range);
  }

  @Override
  public void close() {
    store.close();
  }
}
