package dev.partita.partition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The waits for commits of one partition. While there are none, a group finds that out at the price
 * of a look. Safe for use by any number of threads.
 *
 * <p>What must stay true: a wait that was opened before a group became visible is given when it
 * touches the key, though the group was evaluated earlier. So groups look here when they are
 * visible, and not when they are evaluated.
 */
final class CommitSignals {

  private final Executor answers;
  private final Map<LogicalKey, Set<CommitSignal>> waiting = new ConcurrentHashMap<>();

  /** At least as many as wait: raised before one is added, lowered after it has been removed. */
  private final AtomicInteger count = new AtomicInteger();

  /**
   * @param answers where waits are given
   */
  CommitSignals(Executor answers) {
    this.answers = answers;
  }

  CommitSignal open(LogicalKey key) {
    CommitSignal signal = new CommitSignal(this, key);
    count.incrementAndGet();
    waiting.compute(
        key,
        (_, others) -> {
          Set<CommitSignal> all = others == null ? new HashSet<>() : others;
          all.add(signal);
          return all;
        });
    return signal;
  }

  void remove(CommitSignal signal) {
    waiting.computeIfPresent(
        signal.key(),
        (_, all) -> {
          if (all.remove(signal)) {
            count.decrementAndGet();
          }
          return all.isEmpty() ? null : all;
        });
  }

  boolean isEmpty() {
    return count.get() == 0;
  }

  /** Gives the waits for what a visible group has touched. */
  void give(CommitGroup group) {
    List<CommitSignal> given = new ArrayList<>();
    group.touched(key -> take(key, given));
    give(given);
  }

  /** Gives all waits: what they wait for may happen elsewhere from now on. */
  void giveAll() {
    List<CommitSignal> given = new ArrayList<>();
    waiting.keySet().forEach(key -> take(key, given));
    give(given);
  }

  private void take(LogicalKey key, List<CommitSignal> taken) {
    waiting.computeIfPresent(
        key,
        (_, all) -> {
          taken.addAll(all);
          count.addAndGet(-all.size());
          return null;
        });
  }

  private void give(List<CommitSignal> given) {
    if (!given.isEmpty()) {
      answers.execute(() -> given.forEach(CommitSignal::give));
    }
  }
}
