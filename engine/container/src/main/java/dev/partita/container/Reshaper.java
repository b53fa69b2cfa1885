package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionRetired;
import dev.partita.partition.PartitionState;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.SplitPreparation;
import dev.partita.replication.NotInCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits and merges physical partitions while they work, one at a time. No data moves: records lie
 * in order of their positions whoever owns them, so all that changes is the map, in one durable
 * write of the container's record, made while the writers concerned stand still and their logs keep
 * out writers that have not heard of it. Before that write the old partitions are in charge, after
 * it the new ones, also if the process dies at any moment.
 */
public final class Reshaper {

  private final Catalogue catalogue;
  private final Clock clock;
  private final Consumer<ReshapeStep> onStep;
  private final List<ReshapeListener> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock oneAtATime = new ReentrantLock();

  Reshaper(Catalogue catalogue, Clock clock, Consumer<ReshapeStep> onStep) {
    this.catalogue = catalogue;
    this.clock = clock;
    this.onStep = onStep;
  }

  /** Has somebody told of all splits and merges from now on. */
  public void add(ReshapeListener listener) {
    listeners.add(listener);
  }

  /**
   * Splits a partition in two of about the same size.
   *
   * @throws DatabaseException BAD_REQUEST if it is not in charge, or cannot be divided
   */
  public void split(Container container, int number) {
    split(container, number, ReshapeCause.REQUEST);
  }

  void split(Container container, int number, ReshapeCause cause) {
    split(container, number, cause, parent -> boundary(container, parent));
  }

  /**
   * Splits a partition at a position inside of it, which begins the right half.
   *
   * @throws DatabaseException BAD_REQUEST if it is not in charge
   */
  public void split(Container container, int number, byte[] boundary) {
    split(container, number, boundary, ReshapeCause.REQUEST);
  }

  void split(Container container, int number, byte[] boundary, ReshapeCause cause) {
    split(container, number, cause, _ -> boundary);
  }

  private void split(
      Container container,
      int number,
      ReshapeCause cause,
      Function<PhysicalPartition, byte[]> boundaries) {
    Steps steps = new Steps(container, List.of(number));
    reshape(
        steps,
        () -> {
          PhysicalPartition parent = container.current(number).partition();
          steps.reached(ReshapeStep.SPLIT_CHOSEN);
          byte[] boundary = boundaries.apply(parent);
          SplitPreparation preparation = SplitPreparation.start(parent, boundary);
          steps.reached(ReshapeStep.SPLIT_COUNTED);
          try {
            await(parent.exclusive(() -> switchToChildren(steps, parent, preparation, cause)));
          } catch (RuntimeException | Error e) {
            preparation.abandon();
            throw e;
          }
          steps.reached(ReshapeStep.SPLIT_DONE);
        });
  }

  private void reshape(Steps steps, Runnable work) {
    oneAtATime.lock();
    try {
      work.run();
    } catch (RuntimeException e) {
      RuntimeException reason = goneOr(e, steps.container());
      steps.failed(reason);
      throw reason;
    } catch (Error e) {
      steps.failed(e);
      throw e;
    } finally {
      oneAtATime.unlock();
    }
  }

  /** One split or merge, and whoever wants to know how it goes on. */
  private final class Steps {

    private final Container container;
    private final List<Integer> partitions;

    Steps(Container container, List<Integer> partitions) {
      this.container = container;
      this.partitions = partitions;
    }

    Container container() {
      return container;
    }

    void reached(ReshapeStep step) {
      onStep.accept(step);
      listeners.forEach(listener -> listener.reached(container, partitions, step));
    }

    void failed(Throwable reason) {
      listeners.forEach(listener -> listener.failed(container, partitions, reason));
    }
  }

  /**
   * Merges a partition with its right neighbour.
   *
   * @throws DatabaseException BAD_REQUEST if they are not neighbours in charge
   */
  public void merge(Container container, int leftNumber, int rightNumber) {
    Steps steps = new Steps(container, List.of(leftNumber, rightNumber));
    reshape(
        steps,
        () -> {
          // Before the writers are held up, and since a partition cannot wait for itself.
          container.map().requireNeighbours(leftNumber, rightNumber);
          requireOneSegment(container.record(), leftNumber, rightNumber);
          PhysicalPartition left = container.current(leftNumber).partition();
          PhysicalPartition right = container.current(rightNumber).partition();
          steps.reached(ReshapeStep.MERGE_CHOSEN);
          await(
              left.exclusive(
                  () -> await(right.exclusive(() -> switchToMerged(steps, left, right)))));
          steps.reached(ReshapeStep.MERGE_DONE);
        });
  }

  private static void requireOneSegment(ContainerRecord record, int left, int right) {
    if (record.segmentOf(left) != record.segmentOf(right)) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "Only partitions of one segment can be merged, since a merge moves no data.")
          .with("container", record.name())
          .with("leftSegment", record.segmentOf(left))
          .with("rightSegment", record.segmentOf(right));
    }
  }

  private boolean switchToChildren(
      Steps steps, PhysicalPartition parent, SplitPreparation preparation, ReshapeCause cause) {
    Container container = steps.container();
    steps.reached(ReshapeStep.SPLIT_PAUSED);
    PartitionMap.Ending ending = new PartitionMap.Ending(clock.millis(), cause);
    SplitPreparation.Halves halves = preparation.halves();
    ContainerRecord known = container.record();
    fence(known, parent);
    steps.reached(ReshapeStep.SPLIT_FENCED);
    catalogue.changeContainer(
        container.number(),
        record ->
            record.withMap(
                record.map().split(parent.number(), preparation.boundary(), halves, ending)),
        fences(container, known, parent));
    try {
      steps.reached(ReshapeStep.SPLIT_SWITCHED);
    } finally {
      // There is no way back: the parent must not write any more, whatever happens here.
      parent.retire();
    }
    return true;
  }

  private boolean switchToMerged(Steps steps, PhysicalPartition left, PhysicalPartition right) {
    Container container = steps.container();
    steps.reached(ReshapeStep.MERGE_PAUSED);
    PartitionMap.Ending ending = new PartitionMap.Ending(clock.millis(), ReshapeCause.REQUEST);
    PartitionState leftState = left.state();
    PartitionState rightState = right.state();
    ContainerRecord known = container.record();
    fence(known, left, right);
    steps.reached(ReshapeStep.MERGE_FENCED);
    catalogue.changeContainer(
        container.number(),
        record ->
            record.withMap(
                record.map().merge(left.number(), leftState, right.number(), rightState, ending)),
        fences(container, known, left));
    try {
      steps.reached(ReshapeStep.MERGE_SWITCHED);
    } finally {
      left.retire();
      right.retire();
    }
    return true;
  }

  /**
   * Has the logs of partitions keep out effects of the map that is known, before the next one can
   * come. If that does not come, because of a failure here or the end of this node, work at the
   * partitions brings about a next version without another change: {@link Container#passFence}.
   */
  private static void fence(ContainerRecord known, PhysicalPartition... partitions) {
    int next = known.map().version() + 1;
    List<CompletableFuture<@Nullable Void>> fences = new ArrayList<>();
    for (PhysicalPartition partition : partitions) {
      fences.add(partition.fence(next));
    }
    fences.forEach(Reshaper::await);
  }

  /** What must not have been taken over: the map, and the group that the partition is in. */
  private static CatalogueChange.Fence[] fences(
      Container container, ContainerRecord known, PhysicalPartition partition) {
    List<CatalogueChange.Fence> fences = new ArrayList<>();
    fences.add(CatalogueChange.Fence.map(known));
    container.leaderFence(partition).ifPresent(fences::add);
    return fences.toArray(CatalogueChange.Fence[]::new);
  }

  private byte[] boundary(Container container, PhysicalPartition parent) {
    PartitionScheme scheme = container.definition().scheme();
    return switch (SplitPreparation.middle(parent)) {
      case SplitPreparation.Cut.At(byte[] boundary) -> boundary;
      case SplitPreparation.Cut.Indivisible(LogicalKey only) ->
          throw new DatabaseException(
                  ErrorCode.BAD_REQUEST,
                  "All data of this partition has one partition key value, and a logical partition"
                      + " is never divided. Choose a key with more values.")
              .with("container", container.record().name())
              .with("partition", parent.number())
              .with("partitionKey", scheme.partitionKey(only));
      case SplitPreparation.Cut.Empty _ ->
          scheme
              .midpoint(parent.descriptor().positions())
              .orElseThrow(
                  () ->
                      new DatabaseException(
                              ErrorCode.BAD_REQUEST,
                              "The partition is empty and its range has no middle to split at.")
                          .with("container", container.record().name())
                          .with("partition", parent.number()));
    };
  }

  /** Splits and merges come one at a time, so only a deleted container ends a partition besides. */
  private static RuntimeException goneOr(RuntimeException failure, Container container) {
    return switch (failure) {
      case CompletionException waited when waited.getCause() instanceof RuntimeException cause ->
          goneOr(cause, container);
      case PartitionRetired _ -> container.gone();
      case NotInCharge _ ->
          new DatabaseException(
                  ErrorCode.UNAVAILABLE,
                  "The partition got another leader while it was split or merged. Look at the"
                      + " partitions of the container, and ask again.",
                  failure)
              .with("container", container.record().name());
      default -> failure;
    };
  }

  private static <R extends @Nullable Object> R await(CompletableFuture<R> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
