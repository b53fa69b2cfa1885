package dev.partita.execution.parallel;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.execution.plan.QueryLimits;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A scheduler of pages that take long; one for all queries of an engine, since they share
 * processors and memory. A virtual thread keeps the thread that carries it until it waits for
 * something, so that a few of them could keep all other requests from being begun. Of the carriers
 * one half is for pages that take long, in turns, and the other is left to what does not. Other
 * threads take turns by themselves. Safe for use by any number of threads.
 *
 * <p>Of those that keep much in memory fewer work, as many as the heap has room for. And long scans
 * get the help of threads for as long as pages do not keep all processors busy anyway.
 */
public final class LongQueryScheduler implements AutoCloseable {

  /** A page that keeps less may wait for others as often as it has to. */
  public static final long MUCH_BYTES = 1 << 20;

  /** A page that takes less needs no turn. */
  private static final long SHORT_NANOS = 10_000_000;

  private static final long TURN_NANOS = 20_000_000;

  /** Who waits for longer would hardly be waited for. */
  private static final long MAX_WAIT_MILLIS = 60_000;

  /** The part of the heap for what pages keep. */
  private static final int OF_HEAP = 4;

  private final Semaphore free;
  private final Semaphore room;
  private final long maxWaitMillis;
  private final AtomicInteger atWork = new AtomicInteger();
  private final ScanThreads helpers;

  /**
   * @param most how many pages that take long work at the same time
   * @param mostKeeping how many of them keep much
   * @param processors how many threads help with scans, with the one that asks
   */
  public LongQueryScheduler(int most, int mostKeeping, int processors, long maxWaitMillis) {
    this.maxWaitMillis = maxWaitMillis;
    // Fair: the longest waiting page is next.
    this.free = new Semaphore(most, true);
    this.room = new Semaphore(mostKeeping, true);
    this.helpers = new ScanThreads(processors, atWork::get);
  }

  /**
   * The scheduler of an engine that has this process for itself.
   *
   * @param carriers how many threads carry the virtual ones
   */
  public static LongQueryScheduler forCarriers(int carriers) {
    Runtime runtime = Runtime.getRuntime();
    long rooms = runtime.maxMemory() / OF_HEAP / QueryLimits.defaults().keptBytes();
    return new LongQueryScheduler(
        Math.max(1, carriers / 2),
        Math.clamp(rooms, 1, Integer.MAX_VALUE),
        runtime.availableProcessors(),
        MAX_WAIT_MILLIS);
  }

  /** The threads that help with long scans. */
  public ScanThreads helpers() {
    return helpers;
  }

  /** Ends the threads that help; pages that are being made are made without. */
  @Override
  public void close() {
    helpers.close();
  }

  /** How many pages are at work and do not wait for their turn. */
  public int atWork() {
    return atWork.get();
  }

  /** Begins the work of a page. */
  public Turn begin(Clock clock) {
    return new Turn(clock);
  }

  /** The turn of one page, until that is made. On one thread. */
  public final class Turn implements AutoCloseable {

    private final Clock clock;
    private long startNanos;
    private boolean taken;
    private boolean keeps;

    private Turn(Clock clock) {
      this.clock = clock;
      this.startNanos = clock.nanos();
      atWork.incrementAndGet();
    }

    /**
     * Waits for others if this has taken long enough, or for room if it needs that. To be called
     * now and then.
     *
     * @return for how many nanoseconds
     * @throws DatabaseException UNAVAILABLE if the thread is interrupted while it waits, and it is
     *     then still; TIMEOUT if others have the turns for too long
     */
    public long goOn(long keptBytes) {
      long nowNanos = clock.nanos();
      boolean needsRoom = !keeps && keptBytes >= MUCH_BYTES;
      if (!needsRoom && !isOver(nowNanos - startNanos)) {
        return 0;
      }
      atWork.decrementAndGet();
      try {
        await(needsRoom);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The query was cancelled.");
      } finally {
        atWork.incrementAndGet();
      }
      startNanos = clock.nanos();
      return startNanos - nowNanos;
    }

    private void await(boolean needsRoom) throws InterruptedException {
      end();
      if (needsRoom) {
        acquire(room);
        keeps = true;
      }
      if (Thread.currentThread().isVirtual()) {
        acquire(free);
        taken = true;
      }
    }

    private void acquire(Semaphore some) throws InterruptedException {
      if (!some.tryAcquire(maxWaitMillis, TimeUnit.MILLISECONDS)) {
        throw new DatabaseException(
                ErrorCode.TIMEOUT,
                "The server is busy with other queries that take long, and this one has waited too"
                    + " long for its turn. Ask again later.")
            .with("waitedMillis", maxWaitMillis);
      }
    }

    /** Who keeps much goes on to the end: the sooner there is room for others. */
    private boolean isOver(long nanos) {
      return taken
          ? nanos > TURN_NANOS && !keeps && free.hasQueuedThreads()
          : nanos > SHORT_NANOS && Thread.currentThread().isVirtual();
    }

    private void end() {
      if (taken) {
        taken = false;
        free.release();
      }
    }

    @Override
    public void close() {
      end();
      if (keeps) {
        room.release();
      }
      atWork.decrementAndGet();
    }
  }
}
