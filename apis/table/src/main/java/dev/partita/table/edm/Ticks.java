package dev.partita.table.edm;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

/**
 * Times in ticks of 100 ns since the year 1, as texts. Every row of an answer has one, so they are
 * written digit by digit. Pure functions without state.
 */
public final class Ticks {

  private static final long PER_SECOND = 10_000_000;
  private static final long PER_DAY = 86_400 * PER_SECOND;
  private static final long UNIX_EPOCH = 719_162 * PER_DAY;
  private static final long FIRST = ofDay(LocalDate.of(1601, 1, 1));

  /** Behind the last of all times. */
  static final long END = ofDay(LocalDate.of(9999, 12, 31)) + PER_DAY;

  private Ticks() {}

  private static long ofDay(LocalDate day) {
    return UNIX_EPOCH + day.toEpochDay() * PER_DAY;
  }

  public static long fromUnix(long unixTicks) {
    return unixTicks + UNIX_EPOCH;
  }

  public static long toUnix(long ticks) {
    return ticks - UNIX_EPOCH;
  }

  /**
   * Reads a time in the form of ISO 8601, whose digits beyond seven are dropped. Without an offset
   * it is UTC.
   *
   * @throws DatabaseException if it is not one, or one that no property can have
   */
  public static long parse(String text) {
    try {
      boolean zoned =
          text.endsWith("Z") || text.endsWith("z") || text.lastIndexOf('+') > 0 || hasOffset(text);
      OffsetDateTime time = OffsetDateTime.parse(zoned ? text : text + "Z");
      long ticks =
          ofDay(LocalDate.ofEpochDay(0)) + time.toEpochSecond() * PER_SECOND + time.getNano() / 100;
      if (ticks < FIRST || ticks >= END) {
        throw TableError.OUT_OF_RANGE_INPUT
            .failure("A time lies between the years 1601 and 9999.")
            .with("time", text);
      }
      return ticks;
    } catch (DateTimeParseException e) {
      throw TableError.INVALID_INPUT
          .failure("A time is not in the form of ISO 8601.")
          .with("time", text);
    } catch (DateTimeException e) {
      throw TableError.OUT_OF_RANGE_INPUT.failure("A time is out of range.").with("time", text);
    }
  }

  private static boolean hasOffset(String text) {
    int minus = text.lastIndexOf('-');
    return minus > text.indexOf('T') && text.indexOf('T') > 0;
  }

  public static String text(long ticks) {
    Utf8Buffer buffer = new Utf8Buffer(32);
    write(ticks, buffer, ":");
    return buffer.text();
  }

  /** Writes a time; all seven digits after the point, or no point. */
  private static void write(long ticks, Utf8Buffer out, String colon) {
    seconds(ticks, out, colon);
    fraction(ticks, out);
  }

  /** A time up to its seconds. */
  static byte[] seconds(long ticks, String colon) {
    Utf8Buffer buffer = new Utf8Buffer(32);
    seconds(ticks, buffer, colon);
    return buffer.toBytes();
  }

  /** The same for all times of one second. */
  static long second(long ticks) {
    return ticks / PER_SECOND;
  }

  /** What comes behind the seconds of a time. */
  static byte[] fraction(long ticks) {
    Utf8Buffer buffer = new Utf8Buffer(9);
    fraction(ticks, buffer);
    return buffer.toBytes();
  }

  private static void fraction(long ticks, Utf8Buffer out) {
    int fraction = (int) (ticks % PER_SECOND);
    if (fraction != 0) {
      out.raw('.').digits(fraction, 7);
    }
    out.raw('Z');
  }

  /** Writes a time that is a value of an entity: with as few digits as tell it. */
  static void writeValue(long ticks, Utf8Buffer out) {
    seconds(ticks, out, ":");
    int fraction = (int) (ticks % PER_SECOND);
    if (fraction != 0) {
      int width = 7;
      while (fraction % 10 == 0) {
        fraction /= 10;
        width--;
      }
      out.raw('.').digits(fraction, width);
    }
    out.raw('Z');
  }

  private static void seconds(long ticks, Utf8Buffer out, String colon) {
    long day = ticks / PER_DAY;
    long rest = ticks % PER_DAY;
    LocalDate date = LocalDate.ofEpochDay(day - 719_162);
    int seconds = (int) (rest / PER_SECOND);
    out.digits(date.getYear(), 4).raw('-');
    out.digits(date.getMonthValue(), 2).raw('-');
    out.digits(date.getDayOfMonth(), 2).raw('T');
    out.digits(seconds / 3600, 2).ascii(colon);
    out.digits(seconds / 60 % 60, 2).ascii(colon);
    out.digits(seconds % 60, 2);
  }

  /** The tag of an entity that was written at a time. */
  public static String etag(long ticks) {
    Utf8Buffer buffer = new Utf8Buffer(64);
    buffer.ascii("W/\"datetime'");
    write(ticks, buffer, "%3A");
    return buffer.ascii("'\"").text();
  }

  /**
   * The time that a tag stands for; empty if it is a tag, but none that an entity can have.
   *
   * @throws DatabaseException if it is not a weak tag
   */
  public static OptionalLong ofEtag(String etag) {
    if (etag.length() < 4 || !etag.regionMatches(true, 0, "W/\"", 0, 3) || !etag.endsWith("\"")) {
      throw TableError.INVALID_INPUT
          .failure("The tag of an entity has the form W/\"datetime'…'\".")
          .with("etag", etag);
    }
    String tag = etag.substring(3, etag.length() - 1);
    if (!tag.startsWith("datetime'") || !tag.endsWith("'")) {
      return OptionalLong.empty();
    }
    String time = tag.substring("datetime'".length(), tag.length() - 1);
    try {
      return OptionalLong.of(parse(time.replace("%3A", ":").replace("%3a", ":")));
    } catch (DatabaseException _) {
      return OptionalLong.empty();
    }
  }

  /** The ticks as documents have them: digits that sort. */
  static String padded(long ticks) {
    byte[] digits = "00000000000000000000".getBytes(StandardCharsets.US_ASCII);
    long rest = ticks;
    for (int i = digits.length - 1; rest > 0; i--, rest /= 10) {
      digits[i] += (byte) (rest % 10);
    }
    return new String(digits, StandardCharsets.US_ASCII);
  }
}
