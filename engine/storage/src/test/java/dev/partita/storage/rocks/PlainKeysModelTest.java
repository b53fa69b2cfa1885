package dev.partita.storage.rocks;

import dev.partita.storage.StoreOptions;
import java.nio.file.Path;

/** The same contract with keys that RocksDB's Java binding copies. */
class PlainKeysModelTest extends RocksStoreModelTest {

  @Override
  StoreOptions options(Path folder) {
    return super.options(folder).withNativeKeys(false);
  }
}
