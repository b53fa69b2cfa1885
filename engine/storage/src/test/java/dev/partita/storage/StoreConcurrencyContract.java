package dev.partita.storage;

import static dev.partita.storage.StoreContract.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store does when many threads use it at once. A subclass says which store. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class StoreConcurrencyContract {

  private static final int READERS = 4;

  /** A new, empty store, relaxed if there is a choice. */
  protected abstract Store open() throws Exception;

  @Test
  void batchesAreSeenAsAWhole() throws Exception {
    List<byte[]> keys = List.of(key("a"), key("m"), key("z"));
    AtomicBoolean done = new AtomicBoolean();
    try (Store store = open();
        ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
      write(store, keys, 0);
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(
            threads.submit(
                () -> {
                  while (!done.get()) {
                    assertWhole(store, keys);
                  }
                }));
      }
      for (int round = 1; round <= 2000; round++) {
        write(store, keys, round);
      }
      done.set(true);
      for (Future<?> reader : readers) {
        reader.get();
      }
    }
  }

  @Test
  void nothingIsLostBetweenWriters() throws Exception {
    try (Store store = open();
        ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < READERS; writer++) {
        int number = writer;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 250; i++) {
                    byte[] key = new KeyWriter().u32(i).u32(number).toBytes();
                    store.write(new Batch().put(Family.ITEMS, key, key));
                    assertThat(store.get(Family.ITEMS, key)).isEqualTo(key);
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(StoreContract.entries(store, Family.ITEMS, KeyRange.ALL)).hasSize(1000);
    }
  }

  /** Every call either works or says that the store is closed; none crashes or hangs. */
  @RepeatedTest(20)
  void closingWhileInUseIsSafe() throws Exception {
    Store store = open();
    store.write(new Batch().put(Family.ITEMS, key("k"), key("v")));
    for (int i = 0; i < 100; i++) {
      store.write(new Batch().put(Family.ITEMS, new KeyWriter().u32(i).toBytes(), new byte[100]));
    }
    List<Callable<Void>> uses =
        List.of(
            () -> use(() -> store.get(Family.ITEMS, key("k"))),
            () -> use(() -> store.getAll(Family.ITEMS, List.of(key("k"), key("l")))),
            () -> use(() -> store.write(new Batch().put(Family.ITEMS, key("k"), key("v")))),
            () -> use(() -> scanAll(store)),
            () -> use(() -> intersect(store)),
            () -> use(() -> scanBackOnOneCursor(store)),
            () -> use(() -> readSnapshot(store)),
            () -> use(() -> leak(store)),
            () -> use(() -> store.compact(Family.ITEMS, KeyRange.ALL)),
            () -> use(() -> store.approximateBytes(Family.ITEMS, KeyRange.ALL)),
            () -> use(store::diskBytes));
    CountDownLatch started = new CountDownLatch(uses.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(uses.size())) {
      List<Future<Void>> users = new ArrayList<>();
      for (Callable<Void> use : uses) {
        users.add(
            threads.submit(
                () -> {
                  started.countDown();
                  return use.call();
                }));
      }
      assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
      store.write(new Batch().put(Family.ITEMS, key("last"), key("one")));
      store.close();
      for (Future<Void> user : users) {
        user.get();
      }
    }
  }

  @Test
  void closingASnapshotWhileItIsReadIsSafe() throws Exception {
    try (Store store = open();
        ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
      store.write(new Batch().put(Family.ITEMS, key("a"), key("1")));
      for (int round = 0; round < 30; round++) {
        Snapshot snapshot = store.snapshot();
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
          readers.add(threads.submit(() -> readUntilClosed(snapshot)));
        }
        snapshot.close();
        for (Future<?> reader : readers) {
          reader.get();
        }
      }
    }
  }

  private static void readUntilClosed(Snapshot snapshot) {
    try {
      while (true) {
        assertThat(snapshot.get(Family.ITEMS, key("a"))).isEqualTo(key("1"));
      }
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("The snapshot is closed.");
    }
  }

  private static void write(Store store, List<byte[]> keys, int round) {
    Batch batch = new Batch();
    byte[] value = new KeyWriter().u32(round).toBytes();
    for (byte[] key : keys) {
      batch.put(Family.ITEMS, key, value).put(Family.INDEX, key, value);
    }
    store.write(batch);
  }

  private static void assertWhole(Store store, List<byte[]> keys) {
    List<byte @Nullable []> values = store.getAll(Family.ITEMS, keys);
    assertThat(values).containsOnly(values.getFirst());
    List<byte[]> scanned = new ArrayList<>();
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      while (cursor.next()) {
        scanned.add(cursor.value());
      }
    }
    assertThat(scanned).hasSize(keys.size()).containsOnly(scanned.getFirst());
    try (Snapshot snapshot = store.snapshot()) {
      byte[] first = snapshot.get(Family.ITEMS, keys.getFirst());
      byte[] last = Objects.requireNonNull(snapshot.get(Family.INDEX, keys.getLast()));
      assertThat(last).isEqualTo(first);
      assertThat(Bytes.readInt(last, 0)).isGreaterThanOrEqualTo(Bytes.readInt(scanned.get(0), 0));
    }
  }

  /** Repeats a call until the store is closed. */
  private static @Nullable Void use(Runnable call) {
    try {
      while (true) {
        call.run();
      }
    } catch (DatabaseException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      return null;
    }
  }

  private static void intersect(Store store) {
    List<byte[]> prefixes = List.of(new byte[1], new byte[1]);
    List<byte[]> suffixes = new ArrayList<>();
    try (SuffixIntersection intersection =
        store.intersectSuffixes(Family.ITEMS, prefixes, KeyRange.ALL)) {
      while (intersection.next(suffixes)) {}
    }
    assertThat(suffixes).hasSize(100);
  }

  private static void scanAll(Store store) {
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      while (cursor.next()) {
        assertThat(cursor.value()).isNotEmpty();
      }
    }
  }

  private static void scanBackOnOneCursor(Store store) {
    try (Cursor cursor = store.scan(Family.ITEMS, KeyRange.ALL)) {
      while (true) {
        if (cursor.previous()) {
          assertThat(cursor.key()).isNotEmpty();
        } else {
          cursor.last();
        }
      }
    }
  }

  private static void readSnapshot(Store store) {
    try (Snapshot snapshot = store.snapshot();
        Cursor cursor = snapshot.scan(Family.ITEMS, KeyRange.ALL)) {
      assertThat(cursor.seek(key("k"))).isTrue();
      assertThat(snapshot.get(Family.ITEMS, cursor.key())).isNotNull();
    }
  }

  /** Leaves open what the store then has to close. */
  private static void leak(Store store) {
    Cursor cursor = store.snapshot().scan(Family.ITEMS, KeyRange.ALL);
    assertThat(cursor.next()).isTrue();
  }
}
