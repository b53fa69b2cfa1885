package dev.partita.document;

import java.util.function.Supplier;

/** Where the attempts of a session are made, such as on a thread for scripts. */
@FunctionalInterface
public interface SessionRunner {

  /** Makes them on the thread that asks. */
  SessionRunner HERE = Supplier::get;

  /** Makes an attempt and waits for it. */
  <R> R run(Supplier<R> attempt);
}
