package dev.partita.script;

import org.jspecify.annotations.Nullable;

/** Thread of the pool for scripts, with a counter of the work done on it. */
final class ScriptThread extends Thread {

  private static final long STACK_BYTES = 2 << 20;

  /** The task that occupies this thread at the moment. */
  volatile ScriptThreads.@Nullable Stay<?> stay;

  /** Accessed by the thread itself only. */
  private long work;

  ScriptThread(Runnable task) {
    super(null, task, "script", STACK_BYTES);
    setDaemon(true);
  }

  void add(long units) {
    work += units;
  }

  /** Units of work that all scripts on this thread have done so far. */
  long work() {
    return work;
  }
}
