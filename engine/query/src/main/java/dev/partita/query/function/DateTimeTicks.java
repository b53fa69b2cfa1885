package dev.partita.query.function;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.OptionalLong;

/**
 * Times as units of 100 nanoseconds since 1970, UTC, from the year 1 to the year 9999, and their
 * text. Pure functions.
 */
final class DateTimeTicks {

  static final long PER_SECOND = 10_000_000;
  static final long PER_MILLI = 10_000;
  static final int NANOS_PER_TICK = 100;

  private static final long MIN = of(LocalDateTime.of(1, 1, 1, 0, 0));
  private static final long MAX = of(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_900));
  private static final int DATE_LENGTH = "yyyy-mm-dd".length();
  private static final int SECONDS_LENGTH = "yyyy-mm-ddThh:mm:ss".length();
  private static final int MAX_FRACTION = 7;

  private DateTimeTicks() {}

  static long of(LocalDateTime moment) {
    return moment.toEpochSecond(ZoneOffset.UTC) * PER_SECOND
        + moment.get(ChronoField.NANO_OF_SECOND) / NANOS_PER_TICK;
  }

  static LocalDateTime moment(long ticks) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(ticks, PER_SECOND),
        (int) Math.floorMod(ticks, PER_SECOND) * NANOS_PER_TICK,
        ZoneOffset.UTC);
  }

  static boolean isInRange(long ticks) {
    return ticks >= MIN && ticks <= MAX;
  }

  /** Formats a time; there is one format. */
  static String text(long ticks) {
    LocalDateTime moment = moment(ticks);
    StringBuilder out = new StringBuilder("0000-00-00T00:00:00.0000000Z");
    digits(out, 0, 4, moment.getYear());
    digits(out, 5, 2, moment.getMonthValue());
    digits(out, 8, 2, moment.getDayOfMonth());
    digits(out, 11, 2, moment.getHour());
    digits(out, 14, 2, moment.getMinute());
    digits(out, 17, 2, moment.getSecond());
    digits(out, 20, MAX_FRACTION, moment.get(ChronoField.NANO_OF_SECOND) / NANOS_PER_TICK);
    return out.toString();
  }

  private static void digits(StringBuilder out, int start, int count, int number) {
    int rest = number;
    for (int i = start + count - 1; i >= start; i--) {
      out.setCharAt(i, (char) ('0' + rest % 10));
      rest /= 10;
    }
  }

  /**
   * Parses a date, or a date and a time of day to the second or finer, with or without a Z at the
   * end. Other time zones are not accepted.
   */
  static OptionalLong parse(String given) {
    String text = given.endsWith("Z") ? given.substring(0, given.length() - 1) : given;
    int year = number(text, 0, 4);
    int month = number(text, 5, 2);
    int day = number(text, 8, 2);
    boolean dated = isAt(text, 4, "-") && isAt(text, 7, "-");
    if (!dated || year < 1 || month < 0 || day < 0) {
      return OptionalLong.empty();
    }
    try {
      LocalDate date = LocalDate.of(year, month, day);
      if (text.length() == DATE_LENGTH) {
        return OptionalLong.of(of(date.atStartOfDay()));
      }
      return time(text, date);
    } catch (DateTimeException _) {
      // A day that does not exist, such as the 31st of February.
      return OptionalLong.empty();
    }
  }

  private static OptionalLong time(String text, LocalDate date) {
    int hour = number(text, 11, 2);
    int minute = number(text, 14, 2);
    int second = number(text, 17, 2);
    boolean timed = isAt(text, DATE_LENGTH, "T ") && isAt(text, 13, ":") && isAt(text, 16, ":");
    if (!timed || hour < 0 || minute < 0 || second < 0) {
      return OptionalLong.empty();
    }
    long fraction = 0;
    if (text.length() > SECONDS_LENGTH) {
      int digits = text.length() - SECONDS_LENGTH - 1;
      int value = digits > MAX_FRACTION ? -1 : number(text, SECONDS_LENGTH + 1, digits);
      if (digits < 1 || value < 0 || !isAt(text, SECONDS_LENGTH, ".")) {
        return OptionalLong.empty();
      }
      fraction = value;
      for (int i = digits; i < MAX_FRACTION; i++) {
        fraction *= 10;
      }
    }
    return OptionalLong.of(of(date.atTime(LocalTime.of(hour, minute, second))) + fraction);
  }

  private static boolean isAt(String text, int position, String characters) {
    return position < text.length() && characters.indexOf(text.charAt(position)) >= 0;
  }

  /** Number of the digits from a position on, or -1 if not all of them are digits. */
  private static int number(String text, int start, int count) {
    if (start + count > text.length()) {
      return -1;
    }
    int number = 0;
    for (int i = start; i < start + count; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return number;
  }
}
