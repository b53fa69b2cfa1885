package dev.partita.aggregation.expression;

import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates from text: in ISO's forms, or by a format. */
final class DateParsing {

  static final String KNOWN = "dGHjLmMSuUVYzZbB%";

  private static final Pattern DATE_AND_TIME =
      Pattern.compile(
          "\\s*(\\d{4})-?(\\d{1,2})-?(\\d{1,2})"
              + "(?:[T ]\\s*(\\d{1,2})(?::?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,9}))?)?)?)?"
              + "\\s*(Z|[+-]\\d{2}(?::?\\d{2})?|UTC|GMT|[A-Za-z]+/[A-Za-z_]+)?\\s*");

  private final String text;
  private final @Nullable String format;
  private int at;
  private int year = -1;
  private int month = 1;
  private int day = 1;
  private int hour;
  private int minute;
  private int second;
  private int millis;
  private int dayOfYear = -1;
  private int isoYear = -1;
  private int isoWeek = 1;
  private int isoDay = 1;
  private @Nullable ZoneId zone;

  private DateParsing(String text, @Nullable String format) {
    this.text = text;
    this.format = format;
  }

  /** Milliseconds of a date in one of ISO's forms, in UTC unless it names a zone. */
  static long iso(String text) {
    return parse(text, null, null);
  }

  /**
   * Milliseconds of a date.
   *
   * @param format null for ISO's forms
   * @param zone of a date that names none; null if none was given
   */
  static long parse(String text, @Nullable String format, @Nullable ZoneId zone) {
    DateParsing parsing = new DateParsing(text, format);
    try {
      if (format == null) {
        parsing.readIso();
      } else {
        parsing.readFormat(format);
      }
      return parsing.millis(zone);
    } catch (DateTimeException | NumberFormatException e) {
      throw parsing.failure("The parsed date was invalid");
    }
  }

  private MqlException failure(String reason) {
    return new MqlException(
        MqlCode.CONVERSION_FAILURE,
        "Error parsing date string '"
            + text
            + "'; "
            + at
            + ": "
            + reason
            + " '"
            + (at < text.length() ? text.charAt(at) : ' ')
            + "'");
  }

  private void readIso() {
    Matcher matcher = DATE_AND_TIME.matcher(text);
    if (!matcher.matches()) {
      throw failure("Unexpected character");
    }
    year = Integer.parseInt(matcher.group(1));
    month = Integer.parseInt(matcher.group(2));
    day = Integer.parseInt(matcher.group(3));
    hour = number(matcher.group(4));
    minute = number(matcher.group(5));
    second = number(matcher.group(6));
    String fraction = matcher.group(7);
    if (fraction != null) {
      millis = Integer.parseInt((fraction + "00").substring(0, 3));
    }
    if (matcher.group(8) != null) {
      zone = TimeZones.parse(matcher.group(8));
    }
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private void readFormat(String pattern) {
    boolean field = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (field) {
        readField(c);
      } else if (c != '%') {
        expect(c);
      }
      field = !field && c == '%';
    }
    if (at < text.length()) {
      throw failure("Trailing data");
    }
  }

  private void expect(char c) {
    if (at >= text.length() || text.charAt(at) != c) {
      throw failure("Format literal not found");
    }
    at++;
  }

  private void readField(char field) {
    switch (field) {
      case 'Y' -> year = digits(4, 4);
      case 'm' -> month = digits(1, 2);
      case 'd' -> day = digits(1, 2);
      case 'H' -> hour = digits(1, 2);
      case 'M' -> minute = digits(1, 2);
      case 'S' -> second = digits(1, 2);
      case 'L' -> {
        int start = at;
        int value = digits(1, 3);
        millis = value * (at - start == 1 ? 100 : at - start == 2 ? 10 : 1);
      }
      case 'j' -> dayOfYear = digits(1, 3);
      case 'G' -> isoYear = digits(4, 4);
      case 'V' -> isoWeek = digits(1, 2);
      case 'u' -> isoDay = digits(1, 1);
      case 'z' -> readZone();
      case 'Z' -> readMinutes();
      case 'b' -> month = monthNamed(TextStyle.SHORT);
      case 'B' -> month = monthNamed(TextStyle.FULL);
      default -> expect(field);
    }
  }

  private int digits(int min, int max) {
    int start = at;
    while (at < text.length() && at - start < max && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (at - start < min) {
      throw failure("A number could not be found");
    }
    return Integer.parseInt(text.substring(start, at));
  }

  private int monthNamed(TextStyle style) {
    for (Month each : Month.values()) {
      String name = each.getDisplayName(style, Locale.ENGLISH);
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return each.getValue();
      }
    }
    throw failure("A textual month could not be found");
  }

  private void readZone() {
    int start = at;
    while (at < text.length() && isOfZone(text.charAt(at))) {
      at++;
    }
    zone = TimeZones.parse(text.substring(start, at));
  }

  private static boolean isOfZone(char c) {
    return Character.isLetterOrDigit(c) || "+-:/_".indexOf(c) >= 0;
  }

  private void readMinutes() {
    int start = at;
    if (at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    zone = ZoneOffset.ofTotalSeconds(Integer.parseInt(text.substring(start, at)) * 60);
  }

  private long millis(@Nullable ZoneId given) {
    if (zone != null && given != null) {
      throw new MqlException(
          MqlCode.CONVERSION_FAILURE,
          format != null && !format.contains("%z") && !format.contains("%Z")
              ? "you cannot pass in a date/time string with GMT offset together with a timezone"
                  + " argument"
              : "you cannot pass in a date/time string with time zone information ('"
                  + text
                  + "') together with a timezone argument");
    }
    ZoneId in = zone != null ? zone : given != null ? given : ZoneOffset.UTC;
    LocalDateTime time = date().atTime(hour, minute, second, millis * 1_000_000);
    return TimeZones.millis(time.atZone(in));
  }

  private LocalDate date() {
    if (isoYear >= 0) {
      return LocalDate.of(isoYear, 1, 4)
          .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, isoWeek)
          .with(DayOfWeek.of(isoDay));
    }
    if (year < 0) {
      throw failure("an incomplete date/time string has been found, with elements missing:");
    }
    return dayOfYear >= 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
  }
}
