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
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

/**
 * What a store makes of the folder it is given: none, foreign, newer, in use, unfinished, damaged.
 */
class StoreFolderTest {

  @TempDir private Path parent = Path.of("");

  @Test
  void aFolderIsMadeWithItsParents() {
    Path deep = parent.resolve("a/b/c");
    open(deep).close();

    assertThat(deep.resolve(StoreFolder.MARK)).hasContent("partita store format 1\n");
    assertThat(deep.resolve(StoreFolder.UNFINISHED_MARK)).doesNotExist();
    open(deep).close();
  }

  @Test
  void nobodyButTheOwnerMayReadTheFolder() throws IOException {
    Path directory = parent.resolve("mine");
    open(directory).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void aFolderThatOthersMayReadIsWithdrawnFromThem() throws IOException {
    Path directory = parent.resolve("mine");
    open(directory).close();
    Path file = directory.resolve(StoreFolder.MARK);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    open(directory).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void theRootOfANewVolumeCountsAsEmpty() throws IOException {
    Files.createDirectory(parent.resolve("lost+found"));

    open(parent).close();
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "text");

    assertRefused(ErrorCode.UNAVAILABLE, () -> open(file), file.toString());
  }

  @Test
  void aForeignFolderIsLeftAlone() throws IOException {
    Files.writeString(parent.resolve("thesis.txt"), "text");
    Map<String, byte[]> before = contents();

    assertRefused(ErrorCode.INCOMPATIBLE_FORMAT, this::open, parent.toString(), "thesis.txt");
    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
  }

  @Test
  void aForeignRocksDbIsLeftAlone() throws Exception {
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB foreign = RocksDB.open(options, parent.toString())) {
      foreign.put(new byte[] {1}, new byte[] {2});
    }
    Map<String, byte[]> before = contents();

    assertRefused(ErrorCode.INCOMPATIBLE_FORMAT, this::open, parent.toString());
    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    open().close();
    Files.writeString(parent.resolve(StoreFolder.MARK), "partita store format 2\n");
    Map<String, byte[]> before = contents();

    assertRefused(
        ErrorCode.INCOMPATIBLE_FORMAT,
        this::open,
        parent.toString(),
        "found format 2",
        "understood formats 1");
    assertThat(contents()).containsExactlyInAnyOrderEntriesOf(before);
  }

  @Test
  void anUnreadableMarkIsRefused() throws IOException {
    open().close();
    for (String text : List.of("", "partita store format one\n", "partita store format 1")) {
      Files.writeString(parent.resolve(StoreFolder.MARK), text);

      assertRefused(ErrorCode.INCOMPATIBLE_FORMAT, this::open, StoreFolder.MARK);
    }
  }

  @Test
  void aFolderInUseIsRefused() {
    Store first = open();
    try {
      assertRefused(ErrorCode.UNAVAILABLE, this::open, parent.toString(), "in use");
    } finally {
      first.close();
    }
    open().close();
  }

  @Test
  void anUnfinishedStoreIsFinished() throws Exception {
    Path mark = parent.resolve(StoreFolder.UNFINISHED_MARK);
    Files.writeString(mark, "partita st");
    try (Options options = new Options().setCreateIfMissing(true);
        RocksDB started = RocksDB.open(options, parent.toString())) {
      assertThat(started.getName()).isEqualTo(parent.toString());
    }

    try (Store store = open()) {
      store.write(new Batch().put(Family.INDEX, new byte[] {1}, new byte[] {2}));
    }
    assertThat(parent.resolve(StoreFolder.MARK)).hasContent("partita store format 1\n");
    try (Store store = open()) {
      assertThat(store.get(Family.INDEX, new byte[] {1})).isEqualTo(new byte[] {2});
    }
  }

  @Test
  void aFinishedStoreIsNotMadeAgainOverItsRemains() throws IOException {
    fillAndClose();
    Files.delete(parent.resolve("CURRENT"));
    Map<String, byte[]> tables = contents(".sst");
    assertThat(tables).isNotEmpty();

    assertRefused(ErrorCode.CORRUPT, this::open, parent.toString());
    assertThat(contents(".sst")).containsExactlyInAnyOrderEntriesOf(tables);
  }

  @Test
  void aLostTableIsReported() throws IOException {
    fillAndClose();
    String table = contents(".sst").keySet().iterator().next();
    Files.delete(parent.resolve(table));

    assertRefused(ErrorCode.CORRUPT, this::open, parent.toString(), table);
  }

  @Test
  void aDamagedTableIsReportedWhenItIsRead() throws IOException {
    fillAndClose();
    String table = contents(".sst").keySet().iterator().next();
    try (RandomAccessFile file = new RandomAccessFile(parent.resolve(table).toFile(), "rw")) {
      file.seek(100);
      file.write(new byte[20]);
    }
    byte[] first = new byte[1];

    try (Store store = open()) {
      assertRefused(ErrorCode.CORRUPT, () -> store.get(Family.ITEMS, first), table, "offset");
      assertRefused(
          ErrorCode.CORRUPT, () -> store.getAll(Family.ITEMS, List.of(first)), table, "offset");
      assertRefused(
          ErrorCode.CORRUPT,
          () -> store.getAll(Family.ITEMS, Collections.nCopies(40, first)),
          table,
          "offset");
      try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
        assertRefused(ErrorCode.CORRUPT, cursor::next, table, "offset");
      }
    }
  }

  private Store open() {
    return open(parent);
  }

  private static Store open(Path directory) {
    return RocksStore.open(StoreOptions.in(directory));
  }

  /** Leaves one table with a hundred values. */
  private void fillAndClose() {
    Random random = new Random(1);
    try (Store store = open()) {
      Batch batch = new Batch();
      for (int i = 0; i < 100; i++) {
        byte[] value = new byte[1000];
        random.nextBytes(value);
        batch.put(Family.ITEMS, new byte[] {(byte) i}, value);
      }
      store.write(batch);
      store.compact(Family.ITEMS, KeyRange.ALL);
    }
  }

  private Map<String, byte[]> contents() throws IOException {
    return contents("");
  }

  private Map<String, byte[]> contents(String ending) throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(parent)) {
      for (Path file : files.filter(path -> path.toString().endsWith(ending)).toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code))
        .message()
        .contains(Arrays.asList(words));
  }
}
