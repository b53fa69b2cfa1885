package dev.partita.consensus;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What futures lack. Pure functions. */
final class Futures {

  private Futures() {}

  /** Waits, and throws what the future failed with as it is. */
  static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
