package dev.partita.storage.memory;

import dev.partita.storage.Store;
import dev.partita.storage.StoreContract;

class MemoryStoreTest extends StoreContract {

  @Override
  protected Store open() {
    return new MemoryStore();
  }
}
