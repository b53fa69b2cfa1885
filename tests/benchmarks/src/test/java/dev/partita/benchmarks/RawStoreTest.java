package dev.partita.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** RocksDB alone must have the settings that it has within the database, for a fair comparison. */
class RawStoreTest {

  @TempDir Path folder;

  @Test
  void hasTheSettingsOfOurStore() throws IOException, RocksDBException {
    StoreOptions options = StoreOptions.in(folder.resolve("store"));
    RocksStore.open(options).close();
    RocksStore.open(options).close(); // reopened, as an existing store is
    List<String> ours = settings(options.directory());
    new RawStore(options).close();
    assertThat(settings(options.directory())).isEqualTo(ours).hasSizeGreaterThan(100);
  }

  @Test
  void keepsWhatIsPut() throws RocksDBException {
    ItemWorkload workload = new ItemWorkload();
    try (RawStore store = new RawStore(StoreOptions.in(folder.resolve("store")))) {
      store.put(workload.storedKey(1), workload.storedValue(1));
      store.putAll(
          List.of(workload.storedKey(2), workload.storedKey(3), workload.storedKey(4)),
          List.of(workload.storedValue(2), workload.storedValue(3), workload.storedValue(4)));
      for (long number = 1; number < 5; number++) {
        assertThat(store.get(workload.storedKey(number))).isEqualTo(workload.storedValue(number));
      }
    }
  }

  /** Settings that RocksDB wrote when it was last opened. */
  private static List<String> settings(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      Path latest =
          files
              .filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
              .max(Comparator.comparing(file -> file.getFileName().toString()))
              .orElseThrow();
      return Files.readAllLines(latest);
    }
  }
}
