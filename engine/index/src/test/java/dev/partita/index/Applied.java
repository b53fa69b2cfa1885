package dev.partita.index;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.Set;

/** Carries out the writes of a batch on a set of keys. */
record Applied(Set<byte[]> keys) implements Batch.Visitor {

  @Override
  public void put(Family family, byte[] key, byte[] value) {
    keys.add(key);
  }

  @Override
  public void delete(Family family, byte[] key) {
    keys.remove(key);
  }

  @Override
  public void deleteRange(Family family, byte[] start, byte[] end) {
    throw new AssertionError("Entries are deleted one by one.");
  }
}
