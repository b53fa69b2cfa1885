package dev.partita.cli.transfer;

import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.Units;
import java.util.Locale;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * How far a transfer has come: a bar with its rate and the time that is left where somebody
 * watches, and a line now and then where not. Used by one thread.
 */
final class Gauge implements AutoCloseable {

  private static final long LINE_NANOS = 5_000_000_000L;
  private static final long BAR_NANOS = 100_000_000L;

  private final Environment environment;
  private final String title;
  private final Supplier<String> words;
  private final long total;
  private final @Nullable ProgressBar bar;
  private final long everyNanos;
  private long shownNanos;

  /**
   * @param total of what is counted; negative if it is not known
   * @param unit what is counted, behind a space
   * @param unitSize how much of it makes one of these
   * @param words what else there is to say at the moment
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
    boolean watched = environment.isWatched().getAsBoolean();
    this.bar =
        watched
            ? new ProgressBarBuilder()
                .setTaskName(title)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setUpdateIntervalMillis(200)
                .build()
            : null;
    this.everyNanos = watched ? BAR_NANOS : LINE_NANOS;
    this.shownNanos = environment.clock().nanos();
  }

  /** Shows the state, if it was not shown a moment ago. */
  void at(long done) {
    long now = environment.clock().nanos();
    if (now - shownNanos < everyNanos) {
      return;
    }
    shownNanos = now;
    ProgressBar watched = bar;
    if (watched != null) {
      watched.stepTo(done);
      watched.setExtraMessage(" " + words.get());
      return;
    }
    String share =
        total > 0 ? String.format(Locale.ROOT, "%s, ", Units.percent(100.0 * done / total)) : "";
    environment.err().println(title + ": " + share + words.get());
  }

  @Override
  public void close() {
    ProgressBar watched = bar;
    if (watched != null) {
      watched.close();
    }
  }
}
