package dev.partita.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreContract;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends StoreContract {

  @Override
  protected Store open() {
    return new MemoryStore();
  }

  @Test
  void aCrashLeavesWhatWasFlushed() {
    byte[] key = {1};
    try (MemoryStore store = new MemoryStore()) {
      store.write(new Batch().put(Family.ITEMS, key, key));
      store.flush();
      store.write(new Batch().delete(Family.ITEMS, key));
      assertThat(store.get(Family.ITEMS, key)).isNull();
      assertThat(store.durable(Family.ITEMS, key)).isEqualTo(key);

      store.crash();

      assertThat(store.get(Family.ITEMS, key)).isEqualTo(key);
    }
  }
}
