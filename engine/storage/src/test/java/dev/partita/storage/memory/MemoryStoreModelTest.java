package dev.partita.storage.memory;

import dev.partita.storage.Store;
import dev.partita.storage.StoreModelContract;

class MemoryStoreModelTest extends StoreModelContract {

  @Override
  protected Store open() {
    return new MemoryStore();
  }
}
