package dev.partita.storage.rocks.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

class KeyCheckTest {

  @TempDir private Path directory = Path.of("");

  /** Loads the native library, as whatever uses the check has. */
  @BeforeEach
  void open() {
    try (RocksStore store = RocksStore.open(StoreOptions.in(directory.resolve("store")))) {
      store.write(new Batch().put(Family.META, new byte[] {1}, new byte[] {2}));
    }
  }

  @Test
  void bothWaysPass() {
    assertThat(KeyCheck.problem(CopiedKey::new)).isEmpty();
    assertThat(KeyCheck.problem(NativeKey::new)).isEmpty();
  }

  @Test
  void thisProcessUsesKeysInNativeMemory() throws RocksDBException {
    assertThat(keyOf(IteratorKeys.fastest())).isInstanceOf(NativeKey.class);
  }

  @ParameterizedTest
  @MethodSource
  void whatFailsTheCheckIsNotUsed(IteratorKeys candidate, String problem) throws RocksDBException {
    assertThat(KeyCheck.problem(candidate)).contains(problem);
    assertThat(keyOf(KeyCheck.fastestSound(candidate))).isInstanceOf(CopiedKey.class);
  }

  static Stream<Arguments> whatFailsTheCheckIsNotUsed() {
    IteratorKeys missing =
        _ -> {
          throw new ExceptionInInitializerError(new NoSuchElementException("Symbol not found: x"));
        };
    IteratorKeys unsupported =
        _ -> {
          throw new UnsupportedOperationException("There is no linker");
        };
    IteratorKeys shortened = iterator -> new Wrong(iterator, 1, 1);
    IteratorKeys reversed = iterator -> new Wrong(iterator, 0, -1);
    return Stream.of(
        Arguments.of(missing, "Symbol not found: x"),
        Arguments.of(unsupported, "There is no linker"),
        Arguments.of(shortened, "it gives wrong keys of what is in memory"),
        Arguments.of(reversed, "it gives wrong keys of what is in memory"));
  }

  private IteratorKey keyOf(IteratorKeys keys) throws RocksDBException {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB database = RocksDB.open(options, directory.resolve("rocks").toString());
        RocksIterator iterator = database.newIterator()) {
      return keys.of(iterator);
    }
  }

  /** A key that loses its last bytes, or compares the other way round. */
  private static final class Wrong implements IteratorKey {

    private final CopiedKey key;
    private final int lost;
    private final int sign;

    Wrong(RocksIterator iterator, int lost, int sign) {
      this.key = new CopiedKey(iterator);
      this.lost = lost;
      this.sign = sign;
    }

    @Override
    public void read() {
      key.read();
    }

    @Override
    public byte[] copyFrom(int offset) {
      byte[] copy = key.copyFrom(offset);
      return Arrays.copyOf(copy, Math.max(0, copy.length - lost));
    }

    @Override
    public int compareFrom(int offset, IteratorKey other, int otherOffset) {
      return sign * key.compareFrom(offset, ((Wrong) other).key, otherOffset);
    }
  }
}
