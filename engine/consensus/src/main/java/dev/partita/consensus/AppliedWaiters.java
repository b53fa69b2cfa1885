package dev.partita.consensus;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Those who wait for an entry to be applied. Safe for use by any number of threads. */
final class AppliedWaiters {

  private final ConcurrentSkipListMap<Long, CompletableFuture<@Nullable Void>> waiting =
      new ConcurrentSkipListMap<>();

  /** Completes with a later call of {@link #applied} for the entry or one behind it. */
  CompletableFuture<@Nullable Void> await(long index) {
    return waiting.computeIfAbsent(index, _ -> new CompletableFuture<>());
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void applied(long index) {
    if (!waiting.isEmpty()) {
      take(index).forEach(future -> future.complete(null));
    }
  }

  private List<CompletableFuture<@Nullable Void>> take(long index) {
    List<CompletableFuture<@Nullable Void>> taken = new ArrayList<>();
    for (var first = waiting.firstEntry();
        first != null && first.getKey() <= index;
        first = waiting.firstEntry()) {
      if (waiting.remove(first.getKey(), first.getValue())) {
        taken.add(first.getValue());
      }
    }
    return taken;
  }

  void fail(RuntimeException reason) {
    take(Long.MAX_VALUE).forEach(future -> future.completeExceptionally(reason));
  }
}
