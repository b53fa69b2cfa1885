package dev.partita.storage;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreConcurrencyTest extends StoreConcurrencyContract {

  @TempDir private Path directory = Path.of("");

  @Override
  Store open() {
    return RocksStore.open(StoreOptions.in(directory).withDurability(Durability.RELAXED));
  }
}
