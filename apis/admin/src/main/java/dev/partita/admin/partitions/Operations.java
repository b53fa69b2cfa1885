package dev.partita.admin.partitions;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.ReshapeListener;
import dev.partita.container.ReshapeStep;
import dev.partita.container.Reshaper;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.telemetry.ContainerNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The splits and merges of this server, those that were asked for here and those that the engine
 * undertakes by itself: the ones under way and the last that ended. Safe for use by any number of
 * threads.
 */
public final class Operations implements ReshapeListener, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);
  private static final int KEPT = 200;
  private static final long CLOSE_MILLIS = 5_000;

  private final Clock clock;
  private final Reshaper reshaper;
  private final ContainerNames names;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reshape-", 0).factory());
  private final List<BiConsumer<Integer, JsonObject>> watchers = new CopyOnWriteArrayList<>();

  // Under the lock, in the order in which they began.
  private final Map<String, Operation> known = new LinkedHashMap<>();
  private long lastId;

  public Operations(Clock clock, Reshaper reshaper, ContainerNames names) {
    this.clock = clock;
    this.reshaper = reshaper;
    this.names = names;
    reshaper.add(this);
  }

  /** Has somebody told of each step, with the number of the container; must return at once. */
  void watch(BiConsumer<Integer, JsonObject> watcher) {
    watchers.add(watcher);
  }

  /**
   * Begins to split a partition.
   *
   * @param boundaryKey the text of the key with which the right half is to begin; null to leave the
   *     choice to the engine
   * @throws DatabaseException what can be said before it begins: NOT_FOUND, BAD_REQUEST, or
   *     CONFLICT if the partition is being split or merged
   */
  public JsonObject split(Container container, int partition, @Nullable String boundaryKey) {
    PartitionDescriptor descriptor = container.map().requireCurrent(partition);
    byte[] boundary =
        boundaryKey == null ? null : boundary(container, descriptor.positions(), boundaryKey);
    Operation begun = begin(container, Operation.Kind.SPLIT, List.of(partition));
    run(
        begun,
        () -> {
          if (boundary == null) {
            reshaper.split(container, partition);
          } else {
            reshaper.split(container, partition, boundary);
          }
        });
    return begun.toJson();
  }

  private static byte[] boundary(Container container, KeyRange positions, String key) {
    byte[] boundary =
        container.definition().scheme().logicalKey(PartitionViews.parse(container, key)).position();
    if (!positions.contains(boundary) || Bytes.ORDER.compare(boundary, positions.start()) == 0) {
      throw DatabaseException.badRequest(
              "The key is not inside of the partition, so it cannot begin its right half.")
          .with("boundaryKey", key)
          .with("epk", Bytes.hex(boundary))
          .with("partition", positions);
    }
    return boundary;
  }

  /**
   * Begins to merge two partitions.
   *
   * @throws DatabaseException as for a split
   */
  public JsonObject merge(Container container, int left, int right) {
    container.map().requireNeighbours(left, right);
    Operation begun = begin(container, Operation.Kind.MERGE, List.of(left, right));
    run(begun, () -> reshaper.merge(container, left, right));
    return begun.toJson();
  }

  private void run(Operation begun, Runnable work) {
    threads.execute(
        () -> {
          try {
            work.run();
          } catch (DatabaseException e) {
            LOG.debug("An operation was refused: {}", begun.id(), e);
          } catch (RuntimeException e) {
            LOG.error("An operation failed: {}", begun.id(), e);
          }
        });
  }

  /** All that are known, the newest first. */
  public JsonObject list() {
    List<Operation> all;
    synchronized (this) {
      all = new ArrayList<>(known.values());
    }
    Collections.reverse(all);
    return JsonObject.builder()
        .put("operations", JsonArray.of(all.stream().map(Operation::toJson).toList()))
        .build();
  }

  /**
   * @throws DatabaseException NOT_FOUND
   */
  public JsonObject find(String id) {
    Operation operation;
    synchronized (this) {
      operation = known.get(id);
    }
    if (operation == null) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND, "There is no such operation, or it ended long ago.")
          .with("operation", id);
    }
    return operation.toJson();
  }

  /** The operation that a partition is part of; null if there is none. */
  @Nullable String running(int container, int partition) {
    Operation operation = find(container, List.of(partition));
    return operation == null ? null : operation.id();
  }

  /** The one under way that has any of the partitions. */
  private synchronized @Nullable Operation find(int container, List<Integer> partitions) {
    for (Operation each : known.values()) {
      if (each.state() == Operation.State.RUNNING
          && each.containerNumber() == container
          && !Collections.disjoint(each.partitions(), partitions)) {
        return each;
      }
    }
    return null;
  }

  private Operation begin(Container container, Operation.Kind kind, List<Integer> partitions) {
    Operation begun;
    synchronized (this) {
      Operation other = find(container.number(), partitions);
      if (other != null) {
        throw new DatabaseException(
                ErrorCode.CONFLICT, "The partition is being split or merged already.")
            .with("operation", other.id())
            .with("partitions", other.partitions());
      }
      lastId++;
      begun =
          new Operation(
              Long.toString(lastId),
              kind,
              container.number(),
              names.databaseOf(container).orElse(""),
              container.record().name(),
              partitions,
              Operation.State.RUNNING,
              null,
              clock.millis(),
              0,
              List.of(),
              null);
      known.put(begun.id(), begun);
      forgetOldest();
    }
    tell(begun);
    return begun;
  }

  private void forgetOldest() {
    var each = known.values().iterator();
    while (known.size() > KEPT && each.hasNext()) {
      if (each.next().state() != Operation.State.RUNNING) {
        each.remove();
      }
    }
  }

  @Override
  public void reached(Container container, List<Integer> partitions, ReshapeStep step) {
    Operation operation = find(container.number(), partitions);
    if (operation == null) {
      Operation.Kind kind = partitions.size() == 1 ? Operation.Kind.SPLIT : Operation.Kind.MERGE;
      operation = begin(container, kind, partitions);
    }
    boolean last = step == ReshapeStep.SPLIT_DONE || step == ReshapeStep.MERGE_DONE;
    change(
        last
            ? operation.done(step, children(container, partitions), clock.millis())
            : operation.reached(step));
  }

  private static List<Integer> children(Container container, List<Integer> parents) {
    return container.map().current().stream()
        .filter(each -> !Collections.disjoint(each.parents(), parents))
        .map(PartitionDescriptor::number)
        .toList();
  }

  @Override
  public void failed(Container container, List<Integer> partitions, Throwable reason) {
    Operation operation = find(container.number(), partitions);
    if (operation != null) {
      change(operation.failed(reason, clock.millis()));
    }
  }

  private void change(Operation changed) {
    synchronized (this) {
      known.replace(changed.id(), changed);
    }
    tell(changed);
  }

  private void tell(Operation operation) {
    JsonObject json = operation.toJson();
    watchers.forEach(watcher -> watcher.accept(operation.containerNumber(), json));
  }

  /** Waits a moment for what is under way; the engine waits for the rest. */
  @Override
  public void close() {
    threads.shutdown();
    if (!Uninterruptibly.awaitEnd(threads, CLOSE_MILLIS)) {
      LOG.warn("A split or a merge is still under way while the server stops.");
    }
  }
}
