package dev.partita.query.syntax;

import java.util.function.Supplier;

/**
 * Whoever bounds the time in which a query is read, checked and planned: each step of that on the
 * same thread tells it, and it throws when there have been enough. Stateless.
 */
public final class Planning {

  private static final ScopedValue<Runnable> WATCH = ScopedValue.newInstance();

  private Planning() {}

  /** Does something, and tells of every step. */
  public static <T> T watched(Runnable onStep, Supplier<T> work) {
    return ScopedValue.where(WATCH, onStep).<T, RuntimeException>call(work::get);
  }

  /** A part of a query was read, checked or made ready. */
  public static void step() {
    if (WATCH.isBound()) {
      WATCH.get().run();
    }
  }
}
