package dev.partita.aggregation.expression;

import dev.partita.mql.MqlException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;

/** Dates as text, by the format of {@code $dateToString}. Pure functions. */
final class DateFormat {

  static final String ISO = "%Y-%m-%dT%H:%M:%S.%LZ";
  private static final String ISO_IN_ZONE = "%Y-%m-%dT%H:%M:%S.%L";
  private static final String KNOWN = "dGHjLmMSuUVYzZwbB%";

  private DateFormat() {}

  /** A date as conversions to strings write it. */
  static String iso(long millis) {
    return format(ISO, TimeZones.at(millis, ZoneOffset.UTC));
  }

  /** The format when none is given. */
  static String standard(boolean utc) {
    return utc ? ISO : ISO_IN_ZONE;
  }

  /** Seconds as the text that timestamps have: {@code Jan 1 00:00:00}. */
  static String monthFirst(long seconds) {
    ZonedDateTime time = TimeZones.at(seconds * 1000, ZoneOffset.UTC);
    return String.format(
        Locale.ROOT,
        "%s %2d %02d:%02d:%02d",
        time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH),
        time.getDayOfMonth(),
        time.getHour(),
        time.getMinute(),
        time.getSecond());
  }

  static void validate(String format, String known) {
    for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', at + 2)) {
      if (at + 1 == format.length()) {
        throw new MqlException(18535, "Unmatched '%' at end of format string");
      }
      if (known.indexOf(format.charAt(at + 1)) < 0) {
        throw new MqlException(
            18536, "Invalid format character '%" + format.charAt(at + 1) + "' in format string");
      }
    }
  }

  static void validate(String format) {
    validate(format, KNOWN);
  }

  static String format(String format, ZonedDateTime time) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    for (int at = format.indexOf('%'); at >= 0; at = format.indexOf('%', from)) {
      text.append(format, from, at);
      append(text, format.charAt(at + 1), time);
      from = at + 2;
    }
    return text.append(format, from, format.length()).toString();
  }

  private static void append(StringBuilder text, char field, ZonedDateTime time) {
    switch (field) {
      case 'Y' -> year(text, time.getYear());
      case 'G' -> year(text, time.get(IsoFields.WEEK_BASED_YEAR));
      case 'm' -> digits(text, time.getMonthValue(), 2);
      case 'd' -> digits(text, time.getDayOfMonth(), 2);
      case 'H' -> digits(text, time.getHour(), 2);
      case 'M' -> digits(text, time.getMinute(), 2);
      case 'S' -> digits(text, time.getSecond(), 2);
      case 'L' -> digits(text, time.get(ChronoField.MILLI_OF_SECOND), 3);
      case 'j' -> digits(text, time.getDayOfYear(), 3);
      case 'w' -> text.append(DatePartOperators.dayOfWeek(time));
      case 'u' -> text.append(time.getDayOfWeek().getValue());
      case 'U' -> digits(text, DatePartOperators.week(time), 2);
      case 'V' -> digits(text, DatePartOperators.isoWeek(time), 2);
      case 'z' -> offset(text, time.getOffset().getTotalSeconds() / 60);
      case 'Z' -> text.append(time.getOffset().getTotalSeconds() / 60);
      case 'b' -> text.append(time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case 'B' -> text.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      default -> text.append(field);
    }
  }

  private static void year(StringBuilder text, int year) {
    if (year < 0 || year > 9999) {
      throw new MqlException(
          18537, "$dateToString is only defined on year 0-9999, tried to use year " + year);
    }
    digits(text, year, 4);
  }

  private static void digits(StringBuilder text, int number, int width) {
    String digits = Integer.toString(number);
    text.append("0".repeat(Math.max(0, width - digits.length()))).append(digits);
  }

  private static void offset(StringBuilder text, int minutes) {
    text.append(minutes < 0 ? '-' : '+');
    digits(text, Math.abs(minutes) / 60, 2);
    digits(text, Math.abs(minutes) % 60, 2);
  }
}
