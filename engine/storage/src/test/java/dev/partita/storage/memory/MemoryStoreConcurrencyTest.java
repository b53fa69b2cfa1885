package dev.partita.storage;

class MemoryStoreConcurrencyTest extends StoreConcurrencyContract {

  @Override
  Store open() {
    return new MemoryStore();
  }
}
