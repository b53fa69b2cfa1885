package dev.partita.query.syntax;

import java.util.function.Supplier;

/**
 * Hook that bounds the time in which a query is parsed, checked and planned: called at each step on
 * the same thread, and throws when the limit is exceeded.
 */
public final class Planning {

  private static final ScopedValue<Runnable> WATCH = ScopedValue.newInstance();

  private Planning() {}

  /** Runs work, and calls the hook at every step of it. */
  public static <T> T watched(Runnable onStep, Supplier<T> work) {
    return ScopedValue.where(WATCH, onStep).<T, RuntimeException>call(work::get);
  }

  /** A part of a query was parsed, checked or compiled. */
  public static void step() {
    if (WATCH.isBound()) {
      WATCH.get().run();
    }
  }
}
