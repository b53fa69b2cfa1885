package dev.partita.cli.transfer;

import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ProgressLine;
import dev.partita.cli.shell.Units;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a transfer: a bar with rate and remaining time on a terminal, and a line now and then
 * elsewhere. Used by one thread.
 */
final class Gauge implements AutoCloseable {

  private static final long LINE_NANOS = 5_000_000_000L;

  private final Environment environment;
  private final String title;
  private final Supplier<String> words;
  private final long total;
  private final String unit;
  private final long unitSize;
  private final @Nullable ProgressLine line;
  private long shownNanos;

  /**
   * @param total the total number; negative if unknown
   * @param unit the unit's name, after a space
   * @param unitSize size of one unit
   * @param words additional text at the moment
   */
  Gauge(
      Environment environment,
      String title,
      long total,
      String unit,
      long unitSize,
      Supplier<String> words) {
    this.environment = environment;
    this.title = title;
    this.words = words;
    this.total = total;
    this.unit = unit;
    this.unitSize = unitSize;
    this.line =
        environment.isWatched().getAsBoolean() ? new ProgressLine(environment, title) : null;
    this.shownNanos = environment.clock().nanos();
  }

  /** Shows the state, unless it was shown a moment ago. */
  void at(long done) {
    ProgressLine watched = line;
    if (watched != null) {
      if (watched.isDue()) {
        String amount = total > 0 ? amount(done) + " of " + amount(total) : amount(done);
        watched.show(total > 0 ? (double) done / total : -1, amount + unit + ", " + words.get());
      }
      return;
    }
    long now = environment.clock().nanos();
    if (now - shownNanos < LINE_NANOS) {
      return;
    }
    shownNanos = now;
    String share =
        total > 0 ? String.format(Locale.ROOT, "%s, ", Units.percent(100.0 * done / total)) : "";
    environment.err().println(title + ": " + share + words.get());
  }

  private String amount(long count) {
    return String.format(Locale.ROOT, unitSize == 1 ? "%,.0f" : "%,.1f", (double) count / unitSize);
  }

  @Override
  public void close() {
    ProgressLine watched = line;
    if (watched != null) {
      watched.close();
    }
  }
}
