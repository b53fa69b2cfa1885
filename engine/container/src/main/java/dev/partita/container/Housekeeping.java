package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.map.ReshapeCause;
import dev.partita.partition.PartitionState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work that nobody asks for: clearing deleted containers, splitting partitions that have grown
 * too large or too few for their throughput, trimming change logs, putting the store in order, and
 * the chores that layers above add. One thread; what a round leaves undone the next one finds
 * again, so nothing is lost by a crash.
 */
public final class Housekeeping implements AutoCloseable {

  /** Something to be done for every container in every round. */
  @FunctionalInterface
  public interface Chore {
    void run(Container container);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
  private static final long TRIM_EVERY_MILLIS = 60_000;

  private record Place(int container, int partition) {}

  private final Engine engine;
  private final long pauseMillis;

  private record Purposeful(String purpose, Chore chore) {}

  private final List<Purposeful> chores = new CopyOnWriteArrayList<>();

  // Of the round under way. Why partitions could not be split; and which are not asked again soon.
  private final Map<Place, String> refusals = new HashMap<>();
  private final Set<Place> unwilling = new HashSet<>();
  private long writtenUntil;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("partita-housekeeping").factory());
  private final LoadWatch load;
  private long trimmedMillis;

  Housekeeping(Engine engine, long pauseMillis) {
    this.engine = engine;
    this.load = new LoadWatch(engine);
    this.pauseMillis = pauseMillis;
  }

  /**
   * @param purpose what it does, to be followed by a container: "remove expired items of"
   */
  public void add(String purpose, Chore chore) {
    chores.add(new Purposeful(purpose, chore));
  }

  void start() {
    if (pauseMillis > 0) {
      var _ =
          thread.scheduleWithFixedDelay(
              this::round, pauseMillis, pauseMillis, TimeUnit.MILLISECONDS);
    }
  }

  /** Has a round happen soon instead of after the pause. */
  public void wake() {
    if (pauseMillis > 0) {
      try {
        thread.execute(this::round);
      } catch (RejectedExecutionException e) {
        LOG.debug("No more rounds: the engine is closing.");
      }
    }
  }

  /** One round of all work; afterwards everything that was due is done. */
  public synchronized void round() {
    attempt("look at the store", engine.health()::look);
    attempt("clear deleted containers", engine::clearDropped);
    attempt("compact the store", engine.store()::compactWhenIdle);
    engine.health().forget(number -> engine.catalogue().container(number).isEmpty());
    refusals.keySet().removeIf(this::isGone);
    unwilling.removeIf(this::isGone);
    load.keep(engine.catalogue().containers());
    long now = engine.clock().millis();
    boolean trim = now - trimmedMillis >= TRIM_EVERY_MILLIS;
    if (trim) {
      trimmedMillis = now;
    }
    writtenUntil = 0;
    for (ContainerRecord record : engine.catalogue().containers()) {
      attempt(
          record,
          "look after",
          () -> engine.container(record.number()).ifPresent(found -> lookAfter(found, trim, now)));
    }
    engine.health().writtenUntil(writtenUntil);
  }

  private void lookAfter(Container container, boolean trim, long now) {
    for (OwnedPartition owned : container.partitions()) {
      writtenUntil = Math.max(writtenUntil, owned.partition().state().timeMillis());
    }
    ContainerRecord record = container.record();
    attempt(record, "split partitions of", () -> splitWhereNeeded(container));
    attempt(record, "split busy partitions of", () -> splitWhereBusy(container));
    if (trim) {
      attempt(record, "trim the change logs of", () -> trim(container, now));
    }
    for (Purposeful each : chores) {
      attempt(record, each.purpose(), () -> each.chore().run(container));
    }
  }

  @Override
  public void close() {
    thread.close();
  }

  /** Nearly always nothing is needed, and finding that out is what an idle container costs. */
  private boolean needsSplit(Container container) {
    return engine.isRescaling(container)
        || container.hasPartitionOver(engine.limits().physicalPartitionBytes());
  }

  private void splitWhereNeeded(Container container) {
    while (needsSplit(container)) {
      boolean rescaling = engine.isRescaling(container);
      Optional<OwnedPartition> candidate =
          rescaling ? forThroughput(container) : forStorage(container);
      if (candidate.isEmpty()) {
        return;
      }
      int number = candidate.get().number();
      Place place = new Place(container.number(), number);
      try {
        engine
            .reshaper()
            .split(container, number, rescaling ? ReshapeCause.THROUGHPUT : ReshapeCause.STORAGE);
        LOG.info("Split partition {} of container {}.", number, container.record().name());
        refusals.remove(place);
      } catch (DatabaseException e) {
        unwilling.add(place);
        // The same reason is told once, however often it is met.
        if (!e.text().equals(refusals.put(place, e.text()))) {
          LOG.warn(
              "Partition {} of container {} should be split but cannot be: {}",
              number,
              container.record().name(),
              e.getMessage());
        }
      }
    }
  }

  private void splitWhereBusy(Container container) {
    load.look(container)
        .ifPresent(
            hot -> {
              engine
                  .reshaper()
                  .split(container, hot.partition(), hot.boundary(), ReshapeCause.THROUGHPUT);
              LOG.info(
                  "Split partition {} of container {} for its load.",
                  hot.partition(),
                  container.record().name());
            });
  }

  /** The largest partition over the limit that has not refused. */
  private Optional<OwnedPartition> forStorage(Container container) {
    long limit = engine.limits().physicalPartitionBytes();
    return willing(container).stream()
        .filter(owned -> owned.partition().state().sizeBytes() > limit)
        .max(Comparator.comparingLong(Housekeeping::sizeBytes));
  }

  /** The largest partition; among equals the one that has been divided least. */
  private Optional<OwnedPartition> forThroughput(Container container) {
    return willing(container).stream()
        .max(
            Comparator.comparingLong(Housekeeping::sizeBytes)
                .thenComparing(
                    owned -> container.map().ancestors(owned.number()).size(),
                    Comparator.reverseOrder())
                .thenComparing(OwnedPartition::number, Comparator.reverseOrder()));
  }

  /** A partition that refused is asked again after the next trimming. */
  private List<OwnedPartition> willing(Container container) {
    return container.partitions().stream()
        .filter(owned -> !unwilling.contains(new Place(container.number(), owned.number())))
        .toList();
  }

  private void trim(Container container, long now) {
    long keepMillis = Math.max(container.definition().historyMillis(), engine.limits().logMillis());
    for (OwnedPartition owned : container.partitions()) {
      owned.log().trim(engine.store(), now - keepMillis);
    }
    unwilling.removeIf(place -> place.container() == container.number());
  }

  private boolean isGone(Place place) {
    return engine.catalogue().container(place.container()).isEmpty();
  }

  private static long sizeBytes(OwnedPartition owned) {
    PartitionState state = owned.partition().state();
    return state.sizeBytes();
  }

  /** Nothing gets out: an exception would end all further rounds. */
  private void attempt(EngineHealth.Work work, Runnable action) {
    try {
      action.run();
      engine.health().succeeded(work);
    } catch (RuntimeException | Error e) {
      engine.health().failed(work, e);
    }
  }

  private void attempt(String what, Runnable action) {
    attempt(new EngineHealth.Work(EngineHealth.Work.ALL, what, ""), action);
  }

  private void attempt(ContainerRecord container, String what, Runnable action) {
    attempt(new EngineHealth.Work(container.number(), what, container.name()), action);
  }
}
