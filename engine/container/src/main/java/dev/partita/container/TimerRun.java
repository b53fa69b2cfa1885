package dev.partita.container;

import dev.partita.partition.EntryCursor;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.Segment;
import dev.partita.partition.Timer;
import dev.partita.partition.TimerKind;
import dev.partita.partition.Transaction;
import dev.partita.replication.NotLeading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one kind that are due in a container: read in the order of their times and handled
 * in transactions of their logical partitions, in that order within each. Used by one thread.
 */
final class TimerRun {

  /** When what could not be handled is tried again. */
  static final long RETRY_MILLIS = 1_000;

  private static final int TIMERS_MAX = 5_000;
  private static final int PER_TRANSACTION = 100;
  private static final byte[] UNKNOWN = new byte[0];

  /** Some timers of a logical partition, and what became of them: how many are not done with. */
  private record Submitted(List<Timer> timers, CompletableFuture<Outcome<Integer>> left) {}

  private final Container container;
  private final TimerKind kind;
  private final TimerHandler handler;
  private @Nullable Throwable failure;

  TimerRun(Container container, TimerKind kind, TimerHandler handler) {
    this.container = container;
    this.kind = kind;
    this.handler = handler;
  }

  /**
   * Handles those that are due, or the first of very many.
   *
   * @return when to look again; the greatest number if there are no more timers
   */
  long run(long now) {
    List<Timer> due = new ArrayList<>();
    long next = read(now, due);
    List<Submitted> submitted = new ArrayList<>();
    // All are under way before the first is waited for, so that they are committed in groups.
    byLogicalKey(due)
        .forEach(
            (logical, timers) -> {
              for (int i = 0; i < timers.size(); i += PER_TRANSACTION) {
                List<Timer> some = timers.subList(i, Math.min(i + PER_TRANSACTION, timers.size()));
                submitted.add(new Submitted(some, submit(logical, some)));
              }
            });
    boolean complete = true;
    for (Submitted each : submitted) {
      complete &= await(each);
    }
    return complete ? next : Math.min(next, now + RETRY_MILLIS);
  }

  /** Reads what is due; tells when the first timer is due that was not read. */
  private long read(long now, List<Timer> due) {
    long next = Long.MAX_VALUE;
    for (Segment segment : container.ledSegments()) {
      next = Math.min(next, read(segment, now, due));
    }
    return next;
  }

  private long read(Segment segment, long now, List<Timer> due) {
    try (EntryCursor cursor = segment.reader(ReadOptions.LEADER).entries(kind.all())) {
      while (cursor.next()) {
        Timer timer = kind.parse(cursor.key(), UNKNOWN);
        if (timer.dueMillis() > now || due.size() >= TIMERS_MAX) {
          return timer.dueMillis();
        }
        due.add(timer);
      }
    }
    return Long.MAX_VALUE;
  }

  private static Map<LogicalKey, List<Timer>> byLogicalKey(List<Timer> timers) {
    Map<LogicalKey, List<Timer>> parts = new LinkedHashMap<>();
    timers.forEach(
        timer -> parts.computeIfAbsent(timer.logical(), _ -> new ArrayList<>()).add(timer));
    return parts;
  }

  private CompletableFuture<Outcome<Integer>> submit(LogicalKey logical, List<Timer> timers) {
    return container.submit(
        logical,
        transaction -> {
          int left = 0;
          for (Timer timer : timers) {
            left += handle(transaction, timer) ? 0 : 1;
          }
          return left;
        });
  }

  /** Tells whether the timer is done with. */
  private boolean handle(Transaction transaction, Timer found) {
    byte[] value = transaction.index(found.key());
    if (value == null) {
      return true;
    }
    Timer timer = new Timer(kind, found.ticks(), found.logical(), found.name(), value);
    boolean done = handler.handle(container, timer, transaction);
    if (done) {
      transaction.cancelTimer(kind, timer.ticks(), timer.name());
    }
    return done;
  }

  /** Tells whether all are done with. One that cannot be handled does not hold up the others. */
  private boolean await(Submitted submitted) {
    try {
      return submitted.left().join().result() == 0;
    } catch (CompletionException e) {
      if (isElsewhere(e)) {
        // The node that leads looks for them.
        return true;
      }
      List<Timer> timers = submitted.timers();
      if (timers.size() == 1) {
        failure = e.getCause() == null ? e : e.getCause();
        return false;
      }
      boolean complete = true;
      for (Timer timer : timers) {
        List<Timer> one = List.of(timer);
        complete &= await(new Submitted(one, submit(timer.logical(), one)));
      }
      return complete;
    }
  }

  private boolean isElsewhere(CompletionException failure) {
    return failure.getCause() instanceof NotLeading || container.isDropped();
  }

  /** Why a timer could not be handled; null if all could. */
  @Nullable Throwable failure() {
    return failure;
  }
}
