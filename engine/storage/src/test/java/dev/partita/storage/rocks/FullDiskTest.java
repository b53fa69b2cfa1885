package dev.partita.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store on a real volume that runs full. Needs the right to mount one. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Execution(ExecutionMode.CONCURRENT)
class FullDiskTest {

  private static final int VALUE_BYTES = 100_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir private Path mountPoint = Path.of("");
  private final Random random = new Random(42);
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=128m", "partita-test", mountPoint.toString());
    assumeTrue(mounted, "mounting a small volume needs root and Linux");
    Files.write(ballast(), new byte[96 << 20]);
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", mountPoint.toString())).isTrue();
    }
  }

  @Test
  void theReserveIsKeptAndWritesResume() throws Exception {
    StoreOptions options = options().withFreeSpaceReserveBytes(16 << 20);
    try (Store store = RocksStore.open(options)) {
      int written = fill(store);
      assertThat(problem(store)).hasMessageContaining("The disk is full");
      assertThat(store.health().refusedWrites()).isPositive();
      assertThat(store.health().freeBytes()).isLessThan(16 << 20);
      // What was in memory when writes stopped still goes to files, so some of the reserve is used.
      assertThat(mountPoint.toFile().getUsableSpace()).isGreaterThan(4 << 20);
      assertReadable(store, written);

      Files.delete(ballast());
      awaitSoundness(store);
      write(store, written);
      assertReadable(store, written + 1);
    }
  }

  /** With small buffers RocksDB runs out of room for its tables, with large ones for its log. */
  @ParameterizedTest
  @ValueSource(ints = {4, 48})
  void aVolumeWithoutAnyRoomRefusesWritesAndRecovers(int bufferMegabytes) throws Exception {
    StoreOptions options = options().withWriteBufferBytes((long) bufferMegabytes << 20);
    int written;
    try (Store store = openWithoutReserve(options)) {
      written = fill(store);
      assertRefused(store, written);
      assertReadable(store, written);
      assertThat(problem(store)).hasMessageContaining("The disk is full");

      Files.delete(ballast());
      // Though nobody writes, as nobody does to a server that says it is not ready.
      awaitSoundness(store);
      write(store, written);
      for (int i = 0; i < 20; i++) {
        written++;
        write(store, written);
      }
      written++;
      assertReadable(store, written);
    }
    try (Store store = openWithoutReserve(options)) {
      assertReadable(store, written);
      write(store, written);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 48})
  void aStoreThatWasClosedWhileFullIsIntact(int bufferMegabytes) throws Exception {
    StoreOptions options = options().withWriteBufferBytes((long) bufferMegabytes << 20);
    int written;
    try (Store store = openWithoutReserve(options)) {
      written = fill(store);
    }
    Files.delete(ballast());
    try (Store store = openWithoutReserve(options)) {
      assertReadable(store, written);
      write(store, written);
      assertReadable(store, written + 1);
    }
  }

  /** RocksDB finds no room for its log while what it took before is not synced yet. */
  @Test
  void whatWasTakenBeforeTheLogWasFullIsKept() throws Exception {
    StoreOptions options = options().withWriteBufferBytes(80 << 20).withFreeSpaceReserveBytes(0);
    FreeSpace.Probe always = () -> 10 * VALUE_BYTES;
    int taken = 0;
    try (Store store = RocksStore.open(options, always, Clock.system())) {
      List<CompletableFuture<@Nullable Void>> answers = new ArrayList<>();
      try {
        while (true) {
          answers.add(store.append(batch(taken)));
          taken++;
        }
      } catch (DatabaseException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL);
      }
      // As if the last sync came only now.
      answers.add(store.append(new Batch()));
      assertThat(answers).allSatisfy(each -> assertThat(each).succeedsWithin(PATIENCE));
      assertReadable(store, taken);

      Files.delete(ballast());
      awaitWrite(store, taken);
      taken++;
      assertReadable(store, taken);
    }
    try (Store store = RocksStore.open(options)) {
      assertReadable(store, taken);
    }
  }

  /** Leaves it to RocksDB to find that there is no room. */
  private static Store openWithoutReserve(StoreOptions options) {
    return RocksStore.open(options, () -> Long.MAX_VALUE, Clock.system());
  }

  private StoreOptions options() {
    return StoreOptions.in(mountPoint.resolve("store")).withWriteBufferBytes(4 << 20);
  }

  private Path ballast() {
    return mountPoint.resolve("ballast");
  }

  /** Writes until the store refuses; returns how many batches it took. */
  private int fill(Store store) {
    for (int i = 0; ; i++) {
      try {
        write(store, i);
      } catch (DatabaseException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL);
        assertThat(i).isGreaterThan(50);
        return i;
      }
    }
  }

  private void write(Store store, int i) {
    store.write(batch(i));
  }

  private Batch batch(int i) {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    return new Batch()
        .put(Family.ITEMS, key(i), value)
        .put(Family.LOG, key(i), new byte[100])
        .put(Family.STATE, key(0), key(i));
  }

  /** RocksDB looks for free space every few seconds after it ran out. */
  private void awaitWrite(Store store, int i) {
    while (true) {
      try {
        write(store, i);
        return;
      } catch (DatabaseException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL);
        Clock.system().sleep(20);
      }
    }
  }

  private static void awaitSoundness(Store store) {
    while (store.health().writeProblem() != null) {
      Clock.system().sleep(20);
    }
  }

  private static DatabaseException problem(Store store) {
    return Objects.requireNonNull(store.health().writeProblem());
  }

  private void assertRefused(Store store, int i) {
    assertThatThrownBy(() -> write(store, i))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_FULL));
  }

  /** Every batch that was taken is there as a whole, and nothing of one that was refused. */
  private static void assertReadable(Store store, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(store.get(Family.ITEMS, key(i))).hasSize(VALUE_BYTES);
      assertThat(store.get(Family.LOG, key(i))).hasSize(100);
    }
    assertThat(store.get(Family.ITEMS, key(count))).isNull();
    assertThat(store.get(Family.LOG, key(count))).isNull();
    assertThat(store.get(Family.STATE, key(0))).isEqualTo(key(count - 1));
  }

  private static byte[] key(int i) {
    return new KeyWriter().u32(i).toBytes();
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false; // There is no such command here.
    }
  }
}
