package dev.partita.base.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Moments as text: ISO 8601 in UTC, with milliseconds. Pure functions. */
public final class IsoTime {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private IsoTime() {}

  /**
   * @param millis since 1970
   */
  public static String text(long millis) {
    return FORMAT.format(Instant.ofEpochMilli(millis));
  }

  /**
   * @throws java.time.format.DateTimeParseException if the text is no such moment
   */
  public static long millis(String text) {
    return Instant.parse(text).toEpochMilli();
  }
}
