package dev.partita.nosql;

import dev.partita.base.time.Clock;
import dev.partita.script.ScriptEngine;
import dev.partita.script.ScriptLimits;
import dev.partita.storage.Hint;

/**
 * The engine of scripts of one server. Where a hint beside the data says that there are scripts, it
 * starts before the data is open, so that the first call does not have to wait for it. Safe for use
 * by any number of threads.
 */
public final class ScriptStart implements AutoCloseable {

  private final ScriptEngine engine;
  private final Hint hint;

  private ScriptStart(ScriptEngine engine, Hint hint) {
    this.engine = engine;
    this.hint = hint;
  }

  /** Begins, if the hint is given, beside what the caller does; otherwise nothing is started. */
  public static ScriptStart begin(Hint hint, Clock clock) {
    ScriptEngine engine = new ScriptEngine(clock, ScriptLimits.standard());
    return new ScriptStart(engine, hint).heeding(hint);
  }

  /** The same, should the data turn out to be where another hint is. */
  public ScriptStart heeding(Hint actual) {
    if (actual.isGiven()) {
      engine.warmUpBeside();
    }
    return new ScriptStart(engine, actual);
  }

  /** Told what the data says: whether there are scripts. */
  void found(boolean scripts) {
    hint.give(scripts);
    if (scripts) {
      engine.warmUpBeside();
    }
  }

  ScriptEngine engine() {
    return engine;
  }

  /** Takes no more scripts, and waits for those that run. */
  @Override
  public void close() {
    engine.close();
  }
}
