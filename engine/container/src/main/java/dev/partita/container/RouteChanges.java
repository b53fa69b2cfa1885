package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.replication.Leadership;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where work waits that a partition refused since it is not in charge, until a retry may succeed:
 * this node leads, or a while has passed in which another one may have begun to. However much
 * waits, one thread does, and with nothing waiting none. Safe for use by any number of threads.
 */
final class RouteChanges implements Leadership.Listener {

  /** Between two attempts where nothing was heard. */
  private static final long PAUSE_MILLIS = 20;

  private final Clock clock;
  private final Executor waiters;
  private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> next =
      new AtomicReference<>();

  /**
   * @param waiters a thread of it sleeps while something waits
   */
  RouteChanges(Clock clock, Executor waiters) {
    this.clock = clock;
    this.waiters = waiters;
  }

  /** Completes when it may be worth asking again. */
  CompletableFuture<@Nullable Void> next() {
    while (true) {
      CompletableFuture<@Nullable Void> known = next.get();
      if (known != null) {
        return known;
      }
      CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();
      if (next.compareAndSet(null, begun)) {
        waiters.execute(
            () -> {
              clock.sleep(PAUSE_MILLIS);
              end(begun);
            });
        return begun;
      }
    }
  }

  private void end(CompletableFuture<@Nullable Void> wait) {
    next.compareAndSet(wait, null);
    wait.complete(null);
  }

  @Override
  public void leads(long term) {
    CompletableFuture<@Nullable Void> wait = next.get();
    if (wait != null) {
      waiters.execute(() -> end(wait));
    }
  }

  @Override
  public void follows() {}
}
