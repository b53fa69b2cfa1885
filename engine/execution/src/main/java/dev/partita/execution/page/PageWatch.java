package dev.partita.execution.page;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.syntax.Planning;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one page: ends it when it was cancelled, takes too long or keeps too much in
 * memory. On one thread.
 */
public final class PageWatch implements ExecutionLimits {

  /** About what a value and its place in a list or a table take. */
  private static final int BYTES_PER_VALUE = 96;

  private static final int UNITS_PER_ITEM_AGAIN = 10;

  private static final int ROWS_BETWEEN_CHECKS = 64;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /**
   * The time between two checks counts up to this part of the patience: so few rows take no longer.
   * If they did, most often the thread had no processor meanwhile, and to give up what is nearly
   * done and begin anew would take more of it.
   */
  private static final int CHECKS_WITHIN_PATIENCE = 4;

  /** After how many times the patience a page is given up all the same, lest a disk be slow. */
  private static final int MOST_PATIENCE = 10;

  private final Clock clock;
  private final QueryLimits limits;
  private final BooleanSupplier cancelled;
  private final long patienceNanos;
  private final LongQueryScheduler.@Nullable Turn turn;
  private final long startNanos;

  /** How long others had their turns meanwhile. */
  private long waitedNanos;

  private long mostMillis;
  private long checkedNanos;
  private long workedNanos;
  private long keptBytes;
  private long rowsUntilCheck = ROWS_BETWEEN_CHECKS;
  private long work;
  private boolean planning;
  private boolean timeWasUp;

  /**
   * @param patienceNanos after how much work the page is given up with {@link InlineBudgetExceeded}
   * @param turn lets other long pages run in between; null if the page does not wait
   */
  public PageWatch(
      Clock clock,
      QueryLimits limits,
      BooleanSupplier cancelled,
      long patienceNanos,
      LongQueryScheduler.@Nullable Turn turn) {
    this(clock, limits, cancelled, patienceNanos, turn, clock.nanos());
  }

  private PageWatch(
      Clock clock,
      QueryLimits limits,
      BooleanSupplier cancelled,
      long patienceNanos,
      LongQueryScheduler.@Nullable Turn turn,
      long startNanos) {
    this.patienceNanos = patienceNanos;
    this.clock = clock;
    this.limits = limits;
    this.cancelled = cancelled;
    this.turn = turn;
    this.startNanos = startNanos;
    this.checkedNanos = startNanos;
    this.mostMillis = limits.runMillis();
  }

  /** A watch over work for the same page on another thread. */
  public PageWatch beside() {
    PageWatch beside =
        new PageWatch(clock, limits, cancelled, patienceNanos, null, startNanos + waitedNanos);
    beside.mostMillis = mostMillis;
    return beside;
  }

  /** The page can stop between two rows, so that only what comes after its time is too long. */
  public void canStop() {
    mostMillis = limits.pageMillis() + limits.runMillis();
  }

  /** Whether a page that can stop between two rows should do so. */
  public boolean pageTimeIsUp() {
    return clock.nanos() - startNanos > limits.pageMillis() * NANOS_PER_MILLI;
  }

  /** Whether the time was up at the last check, for tests after each row. */
  public boolean timeWasUp() {
    return timeWasUp;
  }

  @Override
  public void onRow() {
    work++;
    onRows(1);
  }

  @Override
  public void onWork(long units) {
    work += units;
    onRows(units / UNITS_PER_ROW);
  }

  @Override
  public void onCall() {
    check();
  }

  /** An entry of an index was read, or an item, which has a price of its own. */
  public void onEntry() {
    onRows(1);
  }

  /** An item was read that a page before has been charged for. */
  public void onItemAgain() {
    work += UNITS_PER_ITEM_AGAIN;
    onRows(1);
  }

  /** Items were read, and looked at, at once. */
  public void onItems(ReadSummary items, boolean again) {
    work += items.work() + (again ? (long) items.count() * UNITS_PER_ITEM_AGAIN : 0);
    onRows(items.count());
  }

  /** Several rows, entries or items were read at once. */
  public void onRows(long count) {
    rowsUntilCheck -= count;
    if (rowsUntilCheck <= 0) {
      check();
    }
  }

  /** How much was computed so far, in units of {@link ExecutionLimits#onWork}. */
  public long work() {
    return work;
  }

  /** Has nothing counted that was computed since there was so much. */
  public void forgetWork(long before) {
    work = before;
  }

  @Override
  public void onKept(int values) {
    onKeptBytes((long) values * BYTES_PER_VALUE);
  }

  public void onKeptBytes(long bytes) {
    boolean wasLittle = keptBytes < LongQueryScheduler.MUCH_BYTES;
    keptBytes += bytes;
    if (keptBytes > limits.keptBytes()) {
      throw DatabaseException.badRequest(
              "The query must keep more in memory than is allowed, to sort, group or compare."
                  + " Filter more, ask for less with TOP or LIMIT, or add an index for the order.")
          .with("maxBytes", limits.keptBytes());
    }
    if (wasLittle && keptBytes >= LongQueryScheduler.MUCH_BYTES) {
      waitForTurn();
    }
  }

  /** Looks at the time and at who waits. */
  void check() {
    rowsUntilCheck = ROWS_BETWEEN_CHECKS;
    if (cancelled.getAsBoolean() || Thread.currentThread().isInterrupted()) {
      throw new DatabaseException(ErrorCode.UNAVAILABLE, "The query was cancelled.");
    }
    waitForTurn();
    if (patienceNanos < Long.MAX_VALUE) {
      requirePatience(clock.nanos());
    }
    long nanos = clock.nanos() - startNanos;
    timeWasUp |= !planning && nanos > limits.pageMillis() * NANOS_PER_MILLI;
    long workedMillis = (nanos - waitedNanos) / NANOS_PER_MILLI;
    if (workedMillis > mostMillis) {
      throw tooLong();
    }
  }

  /** Has something planned within the same bounds. */
  public <T> T plan(Supplier<T> work) {
    planning = true;
    try {
      return Planning.watched(this::onEntry, work);
    } finally {
      planning = false;
    }
  }

  /** The refusal of a page that has no more time and cannot be continued. */
  public DatabaseException tooLong() {
    if (planning) {
      return DatabaseException.badRequest(
              "It takes too long to find out what the query means. Make it shorter.")
          .with("maxMillis", mostMillis);
    }
    return DatabaseException.badRequest(
            "The query takes too long for one page and cannot be continued in another: it must"
                + " see all rows before its first result. Filter more, join less, or add an index"
                + " for the order.")
        .with("maxMillis", mostMillis);
  }

  /** About how much the page keeps in memory. */
  public long keptBytes() {
    return keptBytes;
  }

  private void requirePatience(long nowNanos) {
    workedNanos += Math.min(nowNanos - checkedNanos, patienceNanos / CHECKS_WITHIN_PATIENCE);
    checkedNanos = nowNanos;
    if (workedNanos > patienceNanos || nowNanos - startNanos > MOST_PATIENCE * patienceNanos) {
      throw new InlineBudgetExceeded();
    }
  }

  private void waitForTurn() {
    if (turn != null) {
      waitedNanos += turn.goOn(keptBytes);
    }
  }
}
