package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Durability;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreContract;
import dev.partita.storage.StoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactionOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileMetaData;
import org.rocksdb.WriteBatch;

class RocksStoreTest extends StoreContract {

  @TempDir private Path directory = Path.of("");
  @TempDir private Path otherDirectory = Path.of("");

  @Override
  protected Store open() {
    return RocksStore.open(StoreOptions.in(directory));
  }

  @ParameterizedTest
  @EnumSource
  void reopeningKeepsTheData(Durability durability) {
    StoreOptions options = StoreOptions.in(otherDirectory).withDurability(durability);
    try (Store store = RocksStore.open(options)) {
      Batch batch = new Batch();
      for (Family family : Family.values()) {
        batch.put(family, key("a"), key(family.name())).put(family, key("b"), key("gone"));
        batch.deleteRange(family, key("b"), key("c"));
      }
      store.write(batch);
    }
    try (Store store = RocksStore.open(options)) {
      for (Family family : Family.values()) {
        assertThat(entries(store, family, KeyRange.ALL)).containsExactly("a=" + family.name());
      }
    }
  }

  @Test
  void nothingIsCountedForThreadsThatRead() {
    try (RocksStore store = RocksStore.open(StoreOptions.in(otherDirectory))) {
      List<Runnable> reads =
          List.of(
              () -> store.get(Family.ITEMS, key("a")),
              () -> store.getAll(Family.ITEMS, List.of(key("a"), key("b"))),
              () -> store.scan(Family.ITEMS, KeyRange.ALL).close());
      for (Runnable read : reads) {
        store.database().setPerfLevel(PerfLevel.ENABLE_COUNT);
        read.run();
        assertThat(store.database().getPerfLevel()).isEqualTo(PerfLevel.DISABLE);
      }
    }
  }

  /** The promise on which writing a batch in one call rests. */
  @Test
  void aBatchIsEncodedAsRocksDbWould() throws Exception {
    byte[] longValue = new byte[20_000];
    byte[] expected;
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    List<ColumnFamilyDescriptor> descriptors =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY),
            new ColumnFamilyDescriptor(key("one")),
            new ColumnFamilyDescriptor(key("two")));
    try (DBOptions options =
            new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
        RocksDB _ = RocksDB.open(options, otherDirectory.toString(), descriptors, handles);
        WriteBatch batch = new WriteBatch()) {
      batch.put(handles.get(1), key("a"), longValue);
      batch.delete(handles.get(2), key("b"));
      batch.deleteRange(handles.get(1), key("c"), key("d"));
      expected = batch.data();
      handles.forEach(ColumnFamilyHandle::close);
    }

    Batch batch =
        new Batch()
            .put(Family.ITEMS, key("a"), longValue)
            .delete(Family.LOG, key("b"))
            .deleteRange(Family.ITEMS, key("c"), key("d"));
    assertThat(Bytes.hex(batch.toBytes())).isEqualTo(Bytes.hex(expected));
  }

  @Test
  void writesAtTheSameTimeShareSyncs() throws Exception {
    int writers = 16;
    int writesEach = 50;
    try (RocksStore store = RocksStore.open(StoreOptions.in(otherDirectory));
        ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<?>> futures = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        int number = writer;
        futures.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < writesEach; i++) {
                    byte[] key = new KeyWriter().u32(number).u32(i).toBytes();
                    store.write(new Batch().put(Family.ITEMS, key, key));
                  }
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
      // How many share a sync depends on how long one takes: many on a disk, few in memory.
      assertThat(store.health().syncs()).isPositive().isLessThan((long) writers * writesEach);
    }
  }

  @Test
  void aRelaxedStoreDoesNotSync() {
    StoreOptions options = StoreOptions.in(otherDirectory).withDurability(Durability.RELAXED);
    try (RocksStore store = RocksStore.open(options)) {
      for (int i = 0; i < 10; i++) {
        store.write(new Batch().put(Family.ITEMS, key("a"), key("b")));
      }
      assertThat(store.health().syncs()).isZero();
    }
  }

  @Test
  void mergesWhatIsNewWhenNothingIsWritten() {
    StoreOptions options = StoreOptions.in(otherDirectory).withWriteBufferBytes(8 << 20);
    try (RocksStore store = RocksStore.open(options)) {
      byte[] value = new byte[100_000];
      new java.util.Random(1).nextBytes(value);
      for (int i = 0; i < 25; i++) {
        store.write(new Batch().put(Family.ITEMS, key("k" + i), value));
        store.compactWhenIdle();
        store.compactWhenIdle();
      }
      assertThat(inMemory(store)).as("while it is written to").isGreaterThan(25L * value.length);

      store.compactWhenIdle();
      store.compactWhenIdle();
      for (int i = 0; i < 1_000 && inMemory(store) > value.length; i++) {
        Clock.system().sleep(10);
      }
      assertThat(inMemory(store)).isLessThan(value.length);
      assertThat(store.get(Family.ITEMS, key("k7"))).isEqualTo(value);
    }
  }

  @Test
  void whatLiesAboveTheLastLevelIsMergedWhenNothingIsWritten() throws RocksDBException {
    StoreOptions options = StoreOptions.in(otherDirectory).withWriteBufferBytes(1 << 20);
    try (RocksStore store = RocksStore.open(options)) {
      writeItems(store, "k", 80);
      store.compact(Family.ITEMS, KeyRange.ALL);
      writeItems(store, "m", 20);
      int level = Integer.parseInt(store.property(Family.ITEMS, "rocksdb.base-level"));
      mergeNew(store, level);
      assertThat(filesIn(store, level)).as("left by RocksDB").isPositive();

      for (int i = 0; i < 1_000 && filesIn(store, level) > 0; i++) {
        store.compactWhenIdle();
        Clock.system().sleep(10);
      }
      assertThat(filesIn(store, level)).isZero();
      assertThat(store.get(Family.ITEMS, key("m7"))).hasSize(100_000);
    }
  }

  /** Does as RocksDB would if there were more: what is new goes to the first level of all. */
  private static void mergeNew(RocksStore store, int level) throws RocksDBException {
    ColumnFamilyHandle items = store.handle(Family.ITEMS);
    try (FlushOptions flush = new FlushOptions();
        CompactionOptions compaction = new CompactionOptions()) {
      store.database().flush(flush, items);
      List<String> files =
          store.database().getColumnFamilyMetaData(items).levels().getFirst().files().stream()
              .map(SstFileMetaData::fileName)
              .toList();
      store.database().compactFiles(compaction, items, files, level, -1, null);
    }
  }

  private static void writeItems(RocksStore store, String prefix, int count) {
    byte[] value = new byte[100_000];
    new java.util.Random(1).nextBytes(value);
    for (int i = 0; i < count; i++) {
      store.write(new Batch().put(Family.ITEMS, key(prefix + i), value));
    }
  }

  private static long filesIn(RocksStore store, int level) {
    return Long.parseLong(store.property(Family.ITEMS, "rocksdb.num-files-at-level" + level));
  }

  /** Bytes of items that no file has yet. */
  private static long inMemory(RocksStore store) {
    return Long.parseLong(store.property(Family.ITEMS, "rocksdb.cur-size-all-mem-tables"));
  }

  @Test
  void droppingARangeFreesItsSpace() {
    java.util.Random random = new java.util.Random(1);
    StoreOptions options = StoreOptions.in(otherDirectory).withWriteBufferBytes(2 << 20);
    try (Store store = RocksStore.open(options.withDurability(Durability.RELAXED))) {
      for (int i = 0; i < 1000; i++) {
        byte[] value = new byte[10_000];
        random.nextBytes(value);
        store.write(new Batch().put(Family.ITEMS, key("k" + i), value));
      }
      long before = store.diskBytes();
      assertThat(before).isGreaterThan(10_000_000L);

      store.write(new Batch().deleteRange(Family.ITEMS, key("k"), key("l")));
      store.compact(Family.ITEMS, KeyRange.ALL);

      assertThat(store.diskBytes()).isLessThan(before / 2);
    }
  }

  @Test
  void optionsThatMakeNoSenseAreRefused() {
    StoreOptions options = StoreOptions.in(otherDirectory);

    assertThatThrownBy(() -> options.withCacheBytes(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cacheBytes");
    assertThatThrownBy(() -> options.withWriteBufferBytes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("writeBufferBytes");
    assertThatThrownBy(() -> options.withFreeSpaceReserveBytes(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("freeSpaceReserveBytes");
  }
}
