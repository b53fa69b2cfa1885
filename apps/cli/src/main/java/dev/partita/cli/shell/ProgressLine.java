package dev.partita.cli.shell;

import java.util.Locale;

/**
 * Progress in one line of a terminal: each state replaces the one before it, and the line is
 * removed at the end. Writes only, and so leaves the terminal's modes and signals alone. Used by
 * one thread.
 */
public final class ProgressLine implements AutoCloseable {

  private static final long EVERY_NANOS = 200_000_000L;
  private static final int BAR = 20;
  private static final double SURE = 0.01;

  private final Environment environment;
  private final String title;
  private final long beginNanos;
  private long shownNanos;
  private int width;

  public ProgressLine(Environment environment, String title) {
    this.environment = environment;
    this.title = title;
    this.beginNanos = environment.clock().nanos();
    this.shownNanos = beginNanos - EVERY_NANOS;
  }

  /** Whether enough time has passed for another state. */
  public boolean isDue() {
    return environment.clock().nanos() - shownNanos >= EVERY_NANOS;
  }

  /**
   * Shows a state.
   *
   * @param part the part that is done, from 0 to 1; negative if unknown
   */
  public void show(double part, String words) {
    shownNanos = environment.clock().nanos();
    var line = new StringBuilder(title);
    if (part >= 0) {
      int filled = (int) Math.round(Math.clamp(part, 0, 1) * BAR);
      line.append(String.format(Locale.ROOT, " %3.0f %% ", 100 * Math.min(1, part)))
          .append("█".repeat(filled))
          .append("░".repeat(BAR - filled));
    }
    line.append("  ").append(words);
    if (part >= SURE && part < 1) {
      double left = (shownNanos - beginNanos) / 1e9 * (1 - part) / part;
      line.append(", ").append(Units.seconds(left)).append(" left");
    }
    print(line.toString());
  }

  private void print(String text) {
    // A line that the terminal wraps could not be overwritten.
    String line = text.substring(0, Math.min(text.length(), environment.columns() - 1));
    environment.err().print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
    environment.err().flush();
    width = line.length();
  }

  /** Clears the line for other output, until the next state. */
  public void clear() {
    print("");
    environment.err().print("\r");
    environment.err().flush();
  }

  @Override
  public void close() {
    clear();
  }
}
