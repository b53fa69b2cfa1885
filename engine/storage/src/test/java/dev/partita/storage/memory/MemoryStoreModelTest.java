package dev.partita.storage;

class MemoryStoreModelTest extends StoreModelContract {

  @Override
  Store open() {
    return new MemoryStore();
  }
}
