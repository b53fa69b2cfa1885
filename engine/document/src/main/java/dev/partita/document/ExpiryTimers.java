package dev.partita.document;

import dev.partita.container.Container;
import dev.partita.container.TimerHandler;
import dev.partita.partition.Timer;
import dev.partita.partition.Transaction;
import java.util.function.Function;

/**
 * The removal of items whose own time to live is over. They are invisible already; this gives their
 * room back and puts their removal in the change log. Safe for use by any number of threads.
 */
final class ExpiryTimers implements TimerHandler {

  private final Function<Container, Items> itemsOf;

  ExpiryTimers(Function<Container, Items> itemsOf) {
    this.itemsOf = itemsOf;
  }

  /** Where items never expire, their times mean nothing. */
  @Override
  public boolean isOn(Container container) {
    return container.definition().defaultTtlSeconds().isPresent();
  }

  @Override
  public boolean handle(Container container, Timer timer, Transaction transaction) {
    ItemTransaction items =
        new ItemTransaction(transaction, itemsOf.apply(container).settings(), new ChargeMeter());
    return items.expire(timer.name()).kind() == ItemResult.Kind.EXPIRED
        || !items.expiresAt(timer.name(), timer.ticks());
  }
}
