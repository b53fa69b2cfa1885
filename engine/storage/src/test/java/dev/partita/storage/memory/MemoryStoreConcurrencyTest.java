package dev.partita.storage.memory;

import dev.partita.storage.Store;
import dev.partita.storage.StoreConcurrencyContract;

class MemoryStoreConcurrencyTest extends StoreConcurrencyContract {

  @Override
  protected Store open() {
    return new MemoryStore();
  }
}
