package dev.partita.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.check.DataCheck;
import dev.partita.json.JsonObject;
import dev.partita.server.StoredModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engine on a small real volume that fills up. Needs the permission to mount one. */
@Timeout(60)
class FullVolumeTest {

  private static final int WRITERS = 4;
  private static final int FILLER_BYTES = 20_000;
  private static final long PATIENCE_MILLIS = 30_000;

  @TempDir private Path mountPoint = Path.of("");
  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=96m", "partita-test", mountPoint.toString());
    assumeTrue(mounted, "mounting a small volume needs root and Linux");
    Files.write(ballast(), new byte[56 << 20]);
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", mountPoint.toString())).isTrue();
    }
  }

  /** With a reserve the store stops in time; without one RocksDB runs into the full volume. */
  @ParameterizedTest
  @ValueSource(ints = {12, 0})
  void refusesWritesReadsOnAndRecovers(int reserveMegabytes) throws Exception {
    try (World world = World.open(folder(), Clock.system(), (long) reserveMegabytes << 20)) {
      Container container = world.container(World.HISTORY);
      Items items = world.items(World.HISTORY);
      items.create(null, document("k0", "first", 0));
      acknowledged.put("k0/first", 0);
      fill(items);

      requireReadable(items);
      trySplit(world, container);
      requireReadable(items);

      Files.delete(ballast());
      awaitRoom(items);
      int partitions = container.partitions().size();
      world.engine().reshaper().split(container, container.partitions().getFirst().number());
      assertThat(container.partitions()).hasSize(partitions + 1);
      for (int i = 0; i < 20; i++) {
        items.upsert(null, document("k" + i, "after", i), Precondition.NONE);
        acknowledged.put("k" + i + "/after", i);
      }
      requireReadable(items);
    }
    requireSound();
    try (World world = World.open(folder(), Clock.system(), (long) reserveMegabytes << 20)) {
      requireReadable(world.items(World.HISTORY));
    }
  }

  /** Data that could not be flushed to sorted files is still in the log. */
  @ParameterizedTest
  @ValueSource(ints = {12, 0})
  void isIntactWhenClosedWhileFull(int reserveMegabytes) throws Exception {
    try (World world = World.open(folder(), Clock.system(), (long) reserveMegabytes << 20)) {
      fill(world.items(World.HISTORY));
    }
    requireSound();
    Files.delete(ballast());
    try (World world = World.open(folder(), Clock.system(), (long) reserveMegabytes << 20)) {
      requireReadable(world.items(World.HISTORY));
      world.items(World.HISTORY).create(null, document("k0", "after", 0));
    }
    requireSound();
  }

  /** Runs all writers until each gets the error of a full volume. */
  private void fill(Items items) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        writers.add(() -> fill(items, writer));
      }
      for (Future<Integer> written : threads.invokeAll(writers)) {
        assertThat(written.get()).isPositive();
      }
    }
  }

  private int fill(Items items, int writer) {
    Random random = new Random(writer);
    for (int n = 0; ; n++) {
      String pk = "k" + random.nextInt(10);
      String id = "w" + writer + "-" + random.nextInt(200);
      try {
        items.upsert(null, document(pk, id, n), Precondition.NONE);
        acknowledged.put(pk + "/" + id, n);
      } catch (DatabaseException e) {
        requireFull(e);
        return n;
      }
    }
  }

  /** There may be room for the few bytes of a split where there is none for an item. */
  private static void trySplit(World world, Container container) {
    try {
      world.engine().reshaper().split(container, container.partitions().getFirst().number());
    } catch (DatabaseException e) {
      requireFull(e);
    }
  }

  /** Free space is polled from time to time, and RocksDB recovers in the background. */
  private void awaitRoom(Items items) {
    Clock clock = Clock.system();
    long deadline = clock.millis() + PATIENCE_MILLIS;
    while (true) {
      try {
        items.upsert(null, document("k0", "first", 1), Precondition.NONE);
        acknowledged.put("k0/first", 1);
        return;
      } catch (DatabaseException e) {
        requireFull(e);
        assertThat(clock.millis()).isLessThan(deadline);
        clock.sleep(20);
      }
    }
  }

  private void requireReadable(Items items) {
    acknowledged.forEach(
        (name, n) -> {
          String[] parts = name.split("/", -1);
          assertThat(
                  items
                      .read(PartitionKey.of(parts[0]), parts[1])
                      .requireItem()
                      .document()
                      .at("v")
                      .toString())
              .as(name)
              .isEqualTo(n.toString());
        });
  }

  private void requireSound() {
    List<Finding> findings = new ArrayList<>();
    DataCheck.folder(folder(), StoredModels.ALL, findings::add, Progress.NONE);
    assertThat(findings).isEmpty();
  }

  private static void requireFull(Throwable failure) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.code()).as("%s", e).isEqualTo(ErrorCode.STORAGE_FULL));
  }

  private static JsonObject document(String pk, String id, int version) {
    StringBuilder filler = new StringBuilder(FILLER_BYTES);
    new Random(version).ints(FILLER_BYTES, ' ', '~').forEach(c -> filler.append((char) c));
    return JsonObject.builder()
        .put("id", id)
        .put("pk", pk)
        .put("v", version)
        .put("filler", filler.toString())
        .build();
  }

  private Path folder() {
    return mountPoint.resolve("data");
  }

  private Path ballast() {
    return mountPoint.resolve("ballast");
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
