package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import dev.partita.storage.Store;
import dev.partita.storage.StoreHealth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is wrong with an engine, if anything: a store that takes no writes, a disk that is slow,
 * background work that fails. Each is logged when it begins and when it is over, not once for every
 * time that somebody looks. Safe for use by any number of threads.
 */
public final class EngineHealth {

  /** How long one is reminded of something that happens at moments. */
  private static final long REMINDER_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** What clocks are set back by when they are corrected as a matter of course. */
  private static final long CLOCK_STEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** Background work that may fail: for one container, or for the engine as a whole. */
  record Work(int container, String what, String name) implements Comparable<Work> {

    static final int ALL = -1;

    @Override
    public int compareTo(Work other) {
      int order = Integer.compare(container, other.container);
      return order != 0 ? order : what.compareTo(other.what);
    }

    /** To be read after "could not". */
    String text() {
      return container == ALL ? what : what + " container " + name;
    }

    /** For those, too, who may not know what containers there are. */
    String anonymous() {
      String whose = container == ALL ? "" : " a container";
      return "Background work fails: could not " + what + whose + "; the log says why";
    }
  }

  private final Store store;
  private final Clock clock;
  private final FaultHandler faults;
  private final Logger log;
  private final LongAdder backgroundFailures = new LongAdder();

  // All under the lock of this.
  private final Map<Work, String> failing = new TreeMap<>();
  private @Nullable String writeProblem;
  private long aheadMillis;
  private final Moments slowSyncs = new Moments();
  private final Moments backgroundErrors = new Moments();

  EngineHealth(Store store, Clock clock, FaultHandler faults) {
    this(store, clock, faults, LoggerFactory.getLogger(EngineHealth.class));
  }

  EngineHealth(Store store, Clock clock, FaultHandler faults, Logger log) {
    this.store = store;
    this.clock = clock;
    this.faults = faults;
    this.log = log;
  }

  /**
   * Figures of the store, for metrics.
   *
   * @param writable whether it takes writes
   * @param freeBytes what the volume of the data has room for; {@link Long#MAX_VALUE} if that does
   *     not matter
   * @param refusedWrites writes that it could not take
   * @param backgroundErrors failures to move data to sorted files or to merge those
   * @param syncs of the log; with how long they took, and how many were slow
   */
  public record StoreFigures(
      boolean writable,
      long freeBytes,
      long refusedWrites,
      long backgroundErrors,
      long syncs,
      long syncNanos,
      long slowSyncs) {}

  public StoreFigures storeFigures() {
    StoreHealth now = look();
    return new StoreFigures(
        now.writeProblem() == null,
        now.freeBytes(),
        now.refusedWrites(),
        now.backgroundErrors(),
        now.syncs(),
        now.syncNanos(),
        now.slowSyncs());
  }

  /** Asks the store how it is doing; logs what has changed since it was asked last. */
  synchronized StoreHealth look() {
    StoreHealth now = store.health();
    DatabaseException problem = now.writeProblem();
    if (problem != null && writeProblem == null) {
      log.error("Writes are refused: {}", problem.getMessage());
    } else if (problem == null && writeProblem != null) {
      log.info("Writes are taken again.");
    }
    writeProblem = problem == null ? null : problem.text();
    if (slowSyncs.isNews(now.slowSyncs(), clock.nanos())) {
      log.warn(
          "The disk is slow: {} of {} syncs of the log took {} s or longer. Writes wait for them.",
          now.slowSyncs(),
          now.syncs(),
          TimeUnit.NANOSECONDS.toSeconds(StoreHealth.SLOW_SYNC_NANOS));
    }
    if (backgroundErrors.isNews(now.backgroundErrors(), clock.nanos())) {
      log.warn(
          "Data could not be moved to sorted files; that has failed {} times. It is tried again,"
              + " and nothing is lost. The log of the store, LOG in the data folder, has the"
              + " reasons.",
          now.backgroundErrors());
    }
    return now;
  }

  /** Why requests that write are refused now; null if they are not. */
  public @Nullable String writeProblem() {
    look();
    synchronized (this) {
      return writeProblem;
    }
  }

  /**
   * Sentences about what is not as it should be though requests are served. They name nothing that
   * is stored.
   */
  public List<String> warnings() {
    look();
    List<String> warnings = new ArrayList<>();
    synchronized (this) {
      if (slowSyncs.isRecent(clock.nanos())) {
        warnings.add("The disk is slow: syncs of the log take seconds");
      }
      if (backgroundErrors.isRecent(clock.nanos())) {
        warnings.add("Data could not be moved to sorted files; it is tried again");
      }
      if (isAhead()) {
        warnings.add("Data was written in the future: the clock was ahead then, or is behind now");
      }
      failing.keySet().stream().map(Work::anonymous).distinct().forEach(warnings::add);
    }
    return warnings;
  }

  /**
   * Notes the latest time at which anything was written. What was written in the future shows that
   * the clock was ahead once, or is behind now.
   */
  synchronized void writtenUntil(long millis) {
    boolean was = isAhead();
    aheadMillis = millis - clock.millis();
    if (isAhead() && !was) {
      log.warn(
          "Data was written {} s in the future: the clock was ahead then, or is behind now. What is"
              + " written from now on is dated as the clock says; what is dated in the future stays"
              + " so, and lives the longer if it has a time to live.",
          TimeUnit.MILLISECONDS.toSeconds(aheadMillis));
    } else if (was && !isAhead()) {
      log.info("The clock has reached the times at which data was written.");
    }
  }

  private boolean isAhead() {
    return aheadMillis > CLOCK_STEP_MILLIS;
  }

  /** How often background work has failed. */
  public long backgroundFailures() {
    return backgroundFailures.sum();
  }

  /**
   * Notes that the engine could not do something that no caller waits for.
   *
   * @param what to be read after "could not"
   */
  void failed(String what, Throwable cause) {
    failed(new Work(Work.ALL, what, ""), cause);
  }

  void failed(Work work, Throwable cause) {
    backgroundFailures.increment();
    note(work, cause);
    faults.failed(work.text(), cause);
  }

  private synchronized void note(Work work, Throwable cause) {
    String why = cause instanceof DatabaseException known ? known.text() : Reasons.of(cause);
    if (!why.equals(failing.put(work, why))) {
      log.warn("Could not {}; it is tried again.", work.text(), cause);
    }
  }

  synchronized void succeeded(Work work) {
    if (failing.remove(work) != null) {
      log.info("Could {} after all.", work.text());
    }
  }

  /** Forgets the work of a container that is gone. */
  synchronized void forget(int container) {
    failing.keySet().removeIf(work -> work.container() == container);
  }

  /** Something that is counted elsewhere and told of once in a while. */
  private static final class Moments {

    private long seen;
    private long lastNanos;
    private long toldNanos;
    private boolean told;

    /** Whether there were more, and nobody has been told lately. */
    boolean isNews(long count, long now) {
      if (count == seen) {
        return false;
      }
      seen = count;
      lastNanos = now;
      if (told && now - toldNanos < REMINDER_NANOS) {
        return false;
      }
      told = true;
      toldNanos = now;
      return true;
    }

    boolean isRecent(long now) {
      return seen > 0 && now - lastNanos < REMINDER_NANOS;
    }
  }
}
