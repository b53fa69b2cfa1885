package dev.partita.cli.shell;

import java.util.Locale;

/** Numbers with their units, formatted for people. Pure functions. */
public final class Units {

  private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB", "PB"};
  private static final int STEP = 1024;

  private Units() {}

  public static String count(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** A number with its noun, such as {@code 1 item} and {@code 2,000 items}. */
  public static String counted(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : many);
  }

  public static String bytes(double value) {
    int unit = 0;
    double scaled = value;
    while (scaled >= STEP && unit < BYTES.length - 1) {
      scaled /= STEP;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", scaled, BYTES[unit]);
  }

  /** An amount of request units. */
  public static String ru(double value) {
    return String.format(Locale.ROOT, "%,.2f RU", value);
  }

  public static String ruPerSecond(double value) {
    return String.format(Locale.ROOT, "%,.0f RU/s", value);
  }

  public static String percent(double value) {
    return String.format(Locale.ROOT, "%.0f %%", value);
  }

  /** A duration of seconds and more. */
  public static String seconds(double value) {
    long whole = Math.round(value);
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? "%d min %02d s".formatted(whole / 60, whole % 60)
            : "%d h %02d min".formatted(whole / 3600, whole % 3600 / 60);
  }
}
