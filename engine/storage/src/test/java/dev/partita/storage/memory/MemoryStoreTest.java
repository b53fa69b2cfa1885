package dev.partita.storage;

class MemoryStoreTest extends StoreContract {

  @Override
  Store open() {
    return new MemoryStore();
  }
}
