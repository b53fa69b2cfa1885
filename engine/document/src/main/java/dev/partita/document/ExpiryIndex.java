package dev.partita.document;

import dev.partita.partition.LogicalKey;
import dev.partita.partition.TimerKind;
import dev.partita.partition.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * When items expire that have a time to live of their own: a timer for each, named by its id. Items
 * that live by the container's default have none, since the default may change; they are found in
 * the change log, which is in the order of their times anyway.
 */
final class ExpiryIndex {

  /** In whole seconds, as times to live are. */
  static final TimerKind TIMERS = new TimerKind('E', 1_000);

  private static final byte[] PRESENT = new byte[0];

  private ExpiryIndex() {}

  static void update(
      Transaction transaction, byte[] id, @Nullable StoredItem before, long afterSeconds) {
    if (before != null && before.ttlSeconds() > 0) {
      transaction.cancelTimer(TIMERS, expirySeconds(before), id);
    }
    if (afterSeconds > 0) {
      transaction.setTimer(TIMERS, afterSeconds, id, PRESENT);
    }
  }

  /** When an item expires by its own time to live; 0 if it has none. */
  static long expirySeconds(StoredItem item) {
    return item.ttlSeconds() > 0 ? item.seconds() + item.ttlSeconds() : 0;
  }

  static byte[] entry(LogicalKey logical, byte[] id, long seconds) {
    return TIMERS.key(logical, seconds, id);
  }
}
