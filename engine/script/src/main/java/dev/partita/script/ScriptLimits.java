package dev.partita.script;

/**
 * What one execution of a script may take.
 *
 * @param timeMillis how long it may run; no new operation is accepted in the last fifth of it
 * @param keptBytes how much memory it may keep; what it asks for and lets go does not count
 * @param statements how many statements it may run; 0 for as many as the time allows. Counting
 *     makes loops take about twice as long
 * @param answerChars how long the text of its answer may be
 * @param logChars how much of its log is kept
 * @param atOnce how many scripts run at the same time; others wait
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

  /** Five seconds; together at most about half of the heap. */
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
