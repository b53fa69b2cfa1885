package dev.partita.crash;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.ReshapeStep;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entry point of the process that is killed. Several writers change items of their own, so that the
 * order of the changes of an item is known; one thread splits, merges, creates and deletes
 * containers. It never ends by itself.
 */
final class Workload {

  private static final int WRITERS = 4;
  private static final int KEYS = 10;
  private static final int IDS = 6;
  private static final int EMAILS = 40;
  private static final int PARTITIONS_MAX = 4;
  private static final int WRITES_PER_RESHAPE = 40;
  private static final long HOUSEKEEPING_MILLIS = 30;
  private static final Set<ErrorCode> REFUSALS = Set.of(ErrorCode.NOT_FOUND, ErrorCode.CONFLICT);

  private final World world;
  private final int round;
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private final AtomicLong operations = new AtomicLong();
  private final Semaphore acknowledged = new Semaphore(0);

  private Workload(World world, int round) {
    this.world = world;
    this.round = round;
  }

  /** Arguments: folder, start of the clock, round, seed, and a step to stop at or {@code -}. */
  static void main(String[] arguments) {
    FastClock clock = new FastClock(Long.parseLong(arguments[1]));
    int round = Integer.parseInt(arguments[2]);
    long seed = Long.parseLong(arguments[3]);
    Stop stop = new Stop(arguments[4]);
    World world = World.open(Path.of(arguments[0]), clock, HOUSEKEEPING_MILLIS, stop);
    Workload workload = new Workload(world, round);
    stop.workload = workload;
    workload.run(seed);
  }

  /** Blocks for ever at a step, and reports it. */
  private static final class Stop implements Consumer<ReshapeStep> {
    private final String step;
    private volatile @Nullable Workload workload;

    Stop(String step) {
      this.step = step;
    }

    @Override
    public void accept(ReshapeStep reached) {
      Workload told = workload;
      if (told != null && reached.name().equals(step)) {
        told.say("step " + step);
        while (true) {
          LockSupport.park(this);
        }
      }
    }
  }

  private void run(long seed) {
    World.CONTAINERS.forEach(world::container);
    say("ready");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      threads.add(start("writer-" + i, () -> write(writer, new Random(seed * WRITERS + writer))));
    }
    threads.add(start("reshaper", () -> reshape(new Random(~seed))));
    for (Thread thread : threads) {
      join(thread);
    }
  }

  private Thread start(String name, Runnable work) {
    return Thread.ofPlatform()
        .name(name)
        .start(
            () -> {
              try {
                work.run();
              } catch (Throwable e) {
                say("failed " + name + ": " + e);
                Runtime.getRuntime().halt(1);
              }
            });
  }

  private void write(int writer, Random random) {
    for (int n = 0; ; n++) {
      String container = World.CONTAINERS.get(random.nextInt(World.CONTAINERS.size()));
      String version = "r" + round + "w" + writer + "n" + n;
      WorkloadOperation.Write write =
          new WorkloadOperation.Write(
              container, "k" + random.nextInt(KEYS), steps(container, writer, version, random));
      long number = announce(write);
      perform(number, write, random);
    }
  }

  private static List<WorkloadOperation.Step> steps(
      String container, int writer, String version, Random random) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < IDS; i++) {
      ids.add(i);
    }
    Collections.shuffle(ids, random);
    boolean batch = random.nextInt(4) == 0;
    int count = batch ? 2 + random.nextInt(3) : 1;
    List<WorkloadOperation.Step> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      WorkloadOperation.Verb verb =
          switch (random.nextInt(8)) {
            case 0, 1 -> WorkloadOperation.Verb.CREATE;
            case 2, 3 -> WorkloadOperation.Verb.REPLACE;
            case 4 -> WorkloadOperation.Verb.DELETE;
            default -> WorkloadOperation.Verb.UPSERT;
          };
      boolean mortal =
          container.equals(World.RICH) && !batch && verb.puts() && random.nextInt(3) == 0;
      int ttlSeconds = mortal ? 1 + random.nextInt(90) : 0;
      steps.add(
          new WorkloadOperation.Step(verb, "w" + writer + "-" + ids.get(i), version, ttlSeconds));
    }
    return steps;
  }

  private void perform(long number, WorkloadOperation.Write write, Random random) {
    Items items = world.items(write.container());
    PartitionKey key = PartitionKey.of(write.pk());
    try {
      if (write.steps().size() > 1) {
        List<ItemOperation> batch = new ArrayList<>();
        for (WorkloadOperation.Step step : write.steps()) {
          batch.add(batchOperation(write, step, random));
        }
        BatchResult result = items.batch(key, batch);
        result
            .failure()
            .ifPresent(
                e -> {
                  throw e;
                });
        acknowledge(number, 0);
      } else {
        ItemResult result = single(items, write, write.steps().getFirst(), random);
        acknowledge(
            number, result.kind() == ItemResult.Kind.DELETED ? 0 : result.requireItem().seconds());
      }
    } catch (DatabaseException e) {
      if (!REFUSALS.contains(e.code())) {
        throw e;
      }
      say("refused " + number);
      acknowledged.release();
    }
  }

  private static ItemResult single(
      Items items, WorkloadOperation.Write write, WorkloadOperation.Step step, Random random) {
    return switch (step.verb()) {
      case CREATE -> items.create(null, document(write.pk(), step, random));
      case UPSERT -> items.upsert(null, document(write.pk(), step, random), Precondition.NONE);
      case REPLACE ->
          items.replace(null, step.id(), document(write.pk(), step, random), Precondition.NONE);
      case DELETE -> items.delete(PartitionKey.of(write.pk()), step.id(), Precondition.NONE);
    };
  }

  private static ItemOperation batchOperation(
      WorkloadOperation.Write write, WorkloadOperation.Step step, Random random) {
    return switch (step.verb()) {
      case CREATE -> new ItemOperation.Create(document(write.pk(), step, random));
      case UPSERT ->
          new ItemOperation.Upsert(document(write.pk(), step, random), Precondition.NONE);
      case REPLACE ->
          new ItemOperation.Replace(
              step.id(), document(write.pk(), step, random), Precondition.NONE);
      case DELETE -> new ItemOperation.Delete(step.id(), Precondition.NONE);
    };
  }

  private static JsonObject document(String pk, WorkloadOperation.Step step, Random random) {
    JsonObject.Builder document =
        JsonObject.builder()
            .put("id", step.id())
            .put("pk", pk)
            .put("v", step.version())
            .put("email", "e" + random.nextInt(EMAILS))
            .put("filler", "x".repeat(random.nextInt(1_200)));
    if (step.ttlSeconds() > 0) {
      document.put("ttl", step.ttlSeconds());
    }
    return document.build();
  }

  private void reshape(Random random) {
    for (int n = 0; ; n++) {
      acknowledged.acquireUninterruptibly(WRITES_PER_RESHAPE);
      if (n % 5 == 4) {
        createAndDelete("passing-" + round + "-" + n);
      } else {
        String name = World.CONTAINERS.get(random.nextInt(World.CONTAINERS.size()));
        reshape(world.container(name), random);
      }
    }
  }

  private void reshape(Container container, Random random) {
    List<OwnedPartition> partitions = container.partitions();
    try {
      if (partitions.size() < 2 || (partitions.size() < PARTITIONS_MAX && random.nextBoolean())) {
        OwnedPartition largest =
            Collections.max(
                partitions,
                Comparator.comparingLong(owned -> owned.partition().state().sizeBytes()));
        world.engine().reshaper().split(container, largest.number());
      } else {
        int left = random.nextInt(partitions.size() - 1);
        world
            .engine()
            .reshaper()
            .merge(container, partitions.get(left).number(), partitions.get(left + 1).number());
      }
    } catch (DatabaseException e) {
      // Housekeeping may have split or merged one of them meanwhile.
      if (e.code() != ErrorCode.BAD_REQUEST) {
        throw e;
      }
    }
  }

  private void createAndDelete(String name) {
    long creation = announce(new WorkloadOperation.CreateContainer(name));
    Container container = world.create(name);
    acknowledge(creation, 0);
    Items items = world.documents().items(container);
    for (int i = 0; i < 5; i++) {
      items.create(null, JsonObject.builder().put("id", "i" + i).put("pk", "k" + i).build());
    }
    long deletion = announce(new WorkloadOperation.DeleteContainer(name));
    world.engine().containers().deleteContainer(container.number());
    acknowledge(deletion, 0);
  }

  private long announce(WorkloadOperation operation) {
    long number = operations.incrementAndGet();
    say("start " + number + " " + operation);
    return number;
  }

  /** Reports an acknowledgement, with the time of the write in seconds, or 0. */
  private void acknowledge(long number, long seconds) {
    say("done " + number + " " + seconds);
    acknowledged.release();
  }

  /**
   * A line is one system call: it is written as a whole or not at all, whenever the process is
   * killed.
   */
  private synchronized void say(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      Runtime.getRuntime().halt(2);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
