package dev.partita.script;

/**
 * Limits of one execution of a script. Immutable.
 *
 * @param timeMillis how long it may run; no new operation is accepted in the last fifth of it
 * @param keptBytes memory that it may retain; memory that it allocates and drops does not count
 * @param statements number of statements it may run; 0 for no limit but time. Counting makes loops
 *     take about twice as long
 * @param answerChars length of its response
 * @param logChars length of the log that is kept
 * @param atOnce number of scripts that run in parallel; others wait
 */
public record ScriptLimits(
    long timeMillis, long keptBytes, long statements, int answerChars, int logChars, int atOnce) {

  private static final long MEGABYTE = 1 << 20;

  public ScriptLimits {
    if (timeMillis <= 0
        || keptBytes <= 0
        || statements < 0
        || answerChars <= 0
        || logChars < 0
        || atOnce <= 0) {
      throw new IllegalArgumentException("Limits must be positive.");
    }
  }

  /**
   * Default limits: five seconds; memory of all scripts together at most about half of the heap.
   */
  public static ScriptLimits standard() {
    Runtime machine = Runtime.getRuntime();
    int atOnce = Math.clamp(machine.availableProcessors(), 2, 16);
    long share = machine.maxMemory() / 2 / atOnce;
    return new ScriptLimits(
        5_000, Math.clamp(share, 32 * MEGABYTE, 512 * MEGABYTE), 0, 4 << 20, 256 << 10, atOnce);
  }

  public ScriptLimits withTimeMillis(long millis) {
    return new ScriptLimits(millis, keptBytes, statements, answerChars, logChars, atOnce);
  }

  public ScriptLimits withKeptBytes(long bytes) {
    return new ScriptLimits(timeMillis, bytes, statements, answerChars, logChars, atOnce);
  }

  public ScriptLimits withStatements(long count) {
    return new ScriptLimits(timeMillis, keptBytes, count, answerChars, logChars, atOnce);
  }
}
