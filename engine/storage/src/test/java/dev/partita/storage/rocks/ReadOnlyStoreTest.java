package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ReadOnlyStoreTest {

  private static final byte[] KEY = {1};
  private static final byte[] LATER_KEY = {2};

  @TempDir private Path directory = Path.of("");

  /** Holds a folder open until its standard input ends: the other process of the tests. */
  static final class Holder {

    private Holder() {}

    static void main(String[] arguments) throws IOException {
      StoreOptions options = StoreOptions.in(Path.of(arguments[1]));
      try (Store _ =
          arguments[0].equals("read")
              ? RocksStore.openReadOnly(options)
              : RocksStore.open(options)) {
        System.out.println("open");
        System.out.flush();
        assertThat(System.in.read()).isEqualTo(-1);
      } catch (DatabaseException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void readsTablesAndLogAndChangesNothing() throws IOException {
    fill();
    Map<String, byte[]> before = contents();

    try (Store store = RocksStore.openReadOnly(options())) {
      assertThat(store.get(Family.ITEMS, KEY)).isEqualTo(KEY);
      assertThat(store.get(Family.INDEX, LATER_KEY)).isEqualTo(LATER_KEY);
      try (Cursor cursor = store.scan(Family.INDEX, KeyRange.ALL)) {
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.key()).isEqualTo(LATER_KEY);
      }
      assertThat(store.approximateBytes(Family.ITEMS, KeyRange.ALL)).isNotNegative();
    }

    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
  }

  @Test
  void refusesToWrite() {
    fill();

    try (Store store = RocksStore.openReadOnly(options())) {
      assertRefused(
          ErrorCode.UNAVAILABLE,
          () -> store.write(new Batch().put(Family.ITEMS, KEY, LATER_KEY)),
          "read only");
      assertThat(store.get(Family.ITEMS, KEY)).isEqualTo(KEY);
    }
  }

  @Test
  void findsNoStoreWhereThereIsNone() throws IOException {
    assertRefused(
        ErrorCode.NOT_FOUND, () -> RocksStore.openReadOnly(options()), directory.toString());
    assertThat(contents()).isEmpty();
  }

  @Test
  void refusesANewerFormat() throws IOException {
    fill();
    Files.writeString(directory.resolve(StoreFolder.MARK), "partita store format 2\n");

    assertRefused(
        ErrorCode.INCOMPATIBLE_FORMAT, () -> RocksStore.openReadOnly(options()), "found format 2");
  }

  @Test
  void refusesAFolderThatIsBeingWritten() throws Exception {
    fill();
    Process writer = hold("write");
    try {
      assertThat(writer.inputReader().readLine()).isEqualTo("open");

      assertRefused(ErrorCode.UNAVAILABLE, () -> RocksStore.openReadOnly(options()), "in use");
    } finally {
      end(writer);
    }
    RocksStore.openReadOnly(options()).close();
  }

  @Test
  void keepsWritersOutButNotReaders() throws Exception {
    fill();
    try (Store _ = RocksStore.openReadOnly(options())) {
      Process writer = hold("write");
      assertThat(writer.inputReader().readLine()).contains("in use by another process");
      end(writer);
      Process reader = hold("read");
      assertThat(reader.inputReader().readLine()).isEqualTo("open");
      end(reader);
    }
    RocksStore.open(options()).close();
  }

  /** Leaves one key in a table and a later one in the log alone. */
  private void fill() {
    try (Store store = RocksStore.open(options())) {
      store.write(new Batch().put(Family.ITEMS, KEY, KEY));
      store.compact(Family.ITEMS, KeyRange.ALL);
      store.write(new Batch().put(Family.INDEX, LATER_KEY, LATER_KEY));
    }
  }

  private StoreOptions options() {
    return StoreOptions.in(directory);
  }

  private Process hold(String mode) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                mode,
                directory.toString()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void end(Process process) throws Exception {
    process.outputWriter().close();
    assertThat(process.waitFor()).isZero();
  }

  private Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call, String word) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(word);
  }
}
