package dev.partita.storage.rocks;

import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreContract;
import dev.partita.storage.StoreOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A store on disk whose log is another one's. */
class UnloggedStoreTest extends StoreContract {

  @TempDir private Path directory = Path.of("");

  @Override
  protected Store open() {
    return RocksStore.open(StoreOptions.in(directory).withDurability(Durability.LOGGED_ELSEWHERE));
  }
}
