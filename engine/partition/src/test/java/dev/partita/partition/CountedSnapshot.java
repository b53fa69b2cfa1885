package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Snapshot;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A snapshot that takes one from a count when it is closed. */
record CountedSnapshot(Snapshot snapshot, AtomicInteger open) implements Snapshot {

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return snapshot.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return snapshot.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return snapshot.scan(family, range);
  }

  @Override
  public void close() {
    open.decrementAndGet();
    snapshot.close();
  }
}
