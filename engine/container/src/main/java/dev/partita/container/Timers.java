package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueListener;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.group.Groups;
import dev.partita.partition.TimerAlarm;
import dev.partita.partition.TimerKind;
import dev.partita.replication.Leadership;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The durable timers of all containers: looks for those that are due when the first of them is, and
 * has them handled by the models. Of each container it knows when to look next, so containers
 * without timers cost nothing, and others nothing until then. Safe for use by any number of
 * threads.
 *
 * <p>What must stay true: the time that is known of a container is not later than its first timer.
 * It is lowered by the commits that set timers once these are visible, and raised by looking only,
 * which begins by forgetting it.
 */
public final class Timers implements TimerAlarm, CatalogueListener, AutoCloseable {

  /** There is none, as far as is known. */
  private static final long NEVER = Long.MAX_VALUE;

  /** Somebody has to look. */
  private static final long UNKNOWN = 0;

  /** How long it sleeps at most while there are timers, since clocks may be set. */
  private static final long SLEEP_MAX_MILLIS = 1_000;

  /** What takes care of one kind of timers in the containers of a model. */
  private record Registered(String model, TimerKind kind, TimerHandler handler) {}

  private final Clock clock;
  private final EngineHealth health;
  private final ScheduledExecutorService thread;
  private final boolean isAutomatic;
  private final List<Registered> handlers = new CopyOnWriteArrayList<>();
  private final Map<Integer, Long> lookMillis = new ConcurrentHashMap<>();
  private volatile @Nullable Containers containers;

  // Under the lock.
  private @Nullable Future<?> wakeUp;
  private long wakeUpMillis = NEVER;

  /**
   * @param isAutomatic whether timers are handled when they are due, not only when asked for
   */
  Timers(Clock clock, EngineHealth health, ScheduledExecutorService thread, boolean isAutomatic) {
    this.clock = clock;
    this.health = health;
    this.thread = thread;
    this.isAutomatic = isAutomatic;
  }

  /** Begins, from what the containers have. */
  void start(Containers all, Groups groups) {
    containers = all;
    groups.add(
        new Leadership.Listener() {
          @Override
          public void leads(long term) {
            lookAgain();
          }

          @Override
          public void follows() {}
        });
    lookAgain();
  }

  /** Has the timers of a kind handled from now on. */
  void add(String model, TimerKind kind, TimerHandler handler) {
    handlers.add(new Registered(model, kind, handler));
    lookAgain();
  }

  private void lookAgain() {
    lookMillis.replaceAll((_, _) -> UNKNOWN);
    wakeUpAt(UNKNOWN);
  }

  @Override
  public void set(int container, long dueMillis) {
    lookMillis.merge(container, dueMillis, Math::min);
    wakeUpAt(dueMillis);
  }

  /** What a definition says may decide whether timers are handled. */
  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after instanceof CatalogueEntry.Container(ContainerRecord record)) {
      boolean isSame =
          before instanceof CatalogueEntry.Container(ContainerRecord known)
              && known.definition().equals(record.definition());
      if (!isSame) {
        set(record.number(), UNKNOWN);
      }
    } else if (before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      lookMillis.remove(gone.number());
    }
  }

  /** Handles everything that is due. One call at a time; others wait for it. */
  public void runDue() {
    Containers all = containers;
    if (all == null) {
      return;
    }
    synchronized (handlers) {
      long now = clock.millis();
      List<Integer> due = new ArrayList<>();
      lookMillis.forEach(
          (number, millis) -> {
            if (millis <= now) {
              due.add(number);
            }
          });
      for (int number : due) {
        // Forgotten first: what is set from now on counts, and what was set before is seen.
        if (lookMillis.replace(number, NEVER) != null) {
          all.container(number).ifPresent(container -> look(container, now));
        }
      }
    }
  }

  private void look(Container container, long now) {
    EngineHealth.Work work =
        new EngineHealth.Work(
            container.number(), "handle the timers of", container.record().name());
    Throwable failure = null;
    try {
      for (Registered each : handlers) {
        if (each.model().equals(container.definition().model().name())
            && each.handler().isOn(container)) {
          TimerRun run = new TimerRun(container, each.kind(), each.handler());
          set(container.number(), run.run(now));
          failure = run.failure() == null ? failure : run.failure();
        }
      }
    } catch (RuntimeException | Error e) {
      set(container.number(), now + TimerRun.RETRY_MILLIS);
      failure = e;
    }
    if (failure == null || container.isDropped()) {
      health.succeeded(work);
    } else {
      health.failed(work, failure);
    }
  }

  /** Has a look happen at a time, unless one happens before. */
  private synchronized void wakeUpAt(long millis) {
    if (!isAutomatic || containers == null || millis >= wakeUpMillis) {
      return;
    }
    if (wakeUp != null) {
      wakeUp.cancel(false);
    }
    long sleepMillis = Math.clamp(millis - clock.millis(), 0L, SLEEP_MAX_MILLIS);
    wakeUpMillis = millis;
    try {
      wakeUp = thread.schedule(this::wake, sleepMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The engine is closing; what is due is found when it is opened again.
      wakeUp = null;
    }
  }

  private void wake() {
    synchronized (this) {
      wakeUpMillis = NEVER;
      wakeUp = null;
    }
    try {
      runDue();
    } finally {
      wakeUpAt(lookMillis.values().stream().mapToLong(Long::longValue).min().orElse(NEVER));
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
