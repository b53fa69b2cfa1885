package dev.partita.storage.rocks;

import dev.partita.storage.Durability;
import dev.partita.storage.Store;
import dev.partita.storage.StoreModelContract;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AfterProperty;
import org.jspecify.annotations.Nullable;

class RocksStoreModelTest extends StoreModelContract {

  private @Nullable Path directory;

  @Override
  protected Store open() {
    try {
      directory = Files.createTempDirectory("partita-store");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return RocksStore.open(options(directory));
  }

  StoreOptions options(Path folder) {
    return StoreOptions.in(folder).withDurability(Durability.RELAXED);
  }

  @Override
  @AfterProperty
  protected void closeStore() throws IOException {
    super.closeStore();
    if (directory != null) {
      List<Path> paths;
      try (Stream<Path> walk = Files.walk(directory)) {
        paths = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : paths) {
        Files.delete(path);
      }
    }
  }
}
