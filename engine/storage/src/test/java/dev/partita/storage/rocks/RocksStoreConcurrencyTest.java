package dev.partita.storage.rocks;

import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreConcurrencyContract;
import dev.partita.storage.StoreOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreConcurrencyTest extends StoreConcurrencyContract {

  @TempDir private Path directory = Path.of("");

  @Override
  protected Store open() {
    return RocksStore.open(options(directory));
  }

  StoreOptions options(Path folder) {
    return StoreOptions.in(folder).withDurability(Durability.RELAXED);
  }
}
