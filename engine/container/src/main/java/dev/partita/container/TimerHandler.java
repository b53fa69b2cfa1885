package dev.partita.container;

import dev.partita.partition.Timer;
import dev.partita.partition.Transaction;

/** What a model does when timers are due. Safe for use by any number of threads. */
@FunctionalInterface
public interface TimerHandler {

  /**
   * Handles a timer that is due and still set, in a transaction of its logical partition, which has
   * others of it, too. What it writes and the end of the timer are one commit, so each timer takes
   * effect once; the handler is asked again only if that commit fails, or it asks for that.
   *
   * @return whether the timer is done with, so that it is removed; if not it is due again soon
   */
  boolean handle(Container container, Timer timer, Transaction transaction);

  /** Whether timers of a container are handled at the moment; asked again when it changes. */
  default boolean isOn(Container container) {
    return true;
  }
}
