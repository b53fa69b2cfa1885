package dev.partita.script;

import org.jspecify.annotations.Nullable;

/** A thread that scripts run on, with a count of what they have done on it. */
final class ScriptThread extends Thread {

  private static final long STACK_BYTES = 2 << 20;

  /** The work that has this thread at the moment. */
  volatile ScriptThreads.@Nullable Stay<?> stay;

  /** Used by the thread itself. */
  private long work;

  ScriptThread(Runnable task) {
    super(null, task, "script", STACK_BYTES);
    setDaemon(true);
  }

  void add(long units) {
    work += units;
  }

  /** The units of work that all scripts on it have done so far. */
  long work() {
    return work;
  }
}
