package dev.partita.container;

import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueListener;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work that nobody asks for, in rounds: tasks of the engine, then the chores of every
 * container. One round at a time; what one leaves undone the next finds again, so nothing is lost
 * by a crash. Safe for use by any number of threads.
 */
public final class Housekeeping implements CatalogueListener, AutoCloseable {

  /** Something to be done for every container in every round. */
  @FunctionalInterface
  public interface Chore {
    void run(Container container);

    /** Lets go of what is known of a container that is gone. */
    default void forget(int container) {}
  }

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  private record Task(String purpose, Runnable action) {}

  private record Purposeful(String purpose, Chore chore) {}

  private final Catalogue catalogue;
  private final Containers containers;
  private final EngineHealth health;
  private final ScheduledExecutorService thread;
  private final long pauseMillis;
  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private final List<Purposeful> chores = new CopyOnWriteArrayList<>();
  private final AtomicBoolean awake = new AtomicBoolean();
  // Of the rounds.
  private final Set<Integer> lookedAfter = new HashSet<>();

  /**
   * @param pauseMillis between two rounds; 0 if they happen only when asked for
   */
  Housekeeping(
      Catalogue catalogue,
      Containers containers,
      EngineHealth health,
      ScheduledExecutorService thread,
      long pauseMillis) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.health = health;
    this.thread = thread;
    this.pauseMillis = pauseMillis;
  }

  /**
   * Adds what a round begins with.
   *
   * @param purpose what it does: "clear deleted containers"
   */
  void add(String purpose, Runnable action) {
    tasks.add(new Task(purpose, action));
  }

  /**
   * @param purpose what it does, to be followed by a container: "remove expired items of"
   */
  public void add(String purpose, Chore chore) {
    chores.add(new Purposeful(purpose, chore));
  }

  /** Adds a chore for the containers of one model. */
  void add(String purpose, ContainerModel model, Chore chore) {
    add(
        purpose,
        new Chore() {
          @Override
          public void run(Container container) {
            if (container.definition().model().name().equals(model.name())) {
              chore.run(container);
            }
          }

          @Override
          public void forget(int container) {
            chore.forget(container);
          }
        });
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
    if (pauseMillis > 0 && !awake.getAndSet(true)) {
      try {
        thread.execute(
            () -> {
              awake.set(false);
              round();
            });
      } catch (RejectedExecutionException e) {
        LOG.debug("No more rounds: the engine is closing.");
      }
    }
  }

  /** Changes of the catalogue mean work: data to clear, splits to make. */
  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    switch (after) {
      case CatalogueEntry.Dropped _ -> wake();
      case CatalogueEntry.Container(ContainerRecord record)
          when before instanceof CatalogueEntry.Container(ContainerRecord known)
              && !Objects.equals(record.throughput(), known.throughput()) ->
          wake();
      case null, default -> {}
    }
  }

  /** One round of all work; afterwards everything that was due is done. */
  public synchronized void round() {
    for (Task task : tasks) {
      attempt(new EngineHealth.Work(EngineHealth.Work.ALL, task.purpose(), ""), task.action());
    }
    forgetGone();
    for (ContainerRecord record : catalogue.containers()) {
      lookedAfter.add(record.number());
      attempt(
          record,
          "look after",
          () -> containers.container(record.number()).ifPresent(this::lookAfter));
    }
    attempt(
        new EngineHealth.Work(EngineHealth.Work.ALL, "see when data was written", ""),
        () -> health.writtenUntil(containers.writtenUntil()));
  }

  private void forgetGone() {
    for (int number : List.copyOf(lookedAfter)) {
      if (catalogue.container(number).isEmpty()) {
        lookedAfter.remove(number);
        health.forget(number);
        chores.forEach(each -> each.chore().forget(number));
      }
    }
  }

  private void lookAfter(Container container) {
    ContainerRecord record = container.record();
    for (Purposeful each : chores) {
      attempt(record, each.purpose(), () -> each.chore().run(container));
    }
  }

  @Override
  public void close() {
    thread.close();
  }

  /** Nothing gets out: an exception would end all further rounds. */
  private void attempt(EngineHealth.Work work, Runnable action) {
    try {
      action.run();
      health.succeeded(work);
    } catch (RuntimeException | Error e) {
      health.failed(work, e);
    }
  }

  private void attempt(ContainerRecord container, String what, Runnable action) {
    attempt(new EngineHealth.Work(container.number(), what, container.name()), action);
  }
}
