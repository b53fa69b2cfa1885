package dev.partita.aggregation.expression;

import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Time zones as expressions name them: Olson names, or offsets like +03, +0330, +03:30. */
final class TimeZones {

  private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{2})(?::?(\\d{2}))?");

  private TimeZones() {}

  static ZoneId parse(String name) {
    Matcher offset = OFFSET.matcher(name);
    try {
      if (offset.matches()) {
        int minutes = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
        int total = Integer.parseInt(offset.group(2)) * 60 + minutes;
        return ZoneOffset.ofTotalSeconds((offset.group(1).equals("-") ? -total : total) * 60);
      }
      if (name.equals("Z") || name.equals("UTC") || name.equals("GMT")) {
        return ZoneOffset.UTC;
      }
      if (!name.isEmpty()
          && Character.isLetter(name.charAt(0))
          && ZoneId.getAvailableZoneIds().contains(name)) {
        return ZoneId.of(name);
      }
    } catch (DateTimeException _) {
      // Said below.
    }
    throw new MqlException(40485, "unrecognized time zone identifier: \"" + name + "\"");
  }

  /** The zone that a value names; null if it is null or missing. */
  static @Nullable ZoneId of(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return null;
    }
    return of(value, 40517, "timezone must evaluate to a string, found " + Operands.type(value));
  }

  /** Likewise, with what is said if the value is no string. */
  static @Nullable ZoneId of(@Nullable BsonValue value, int code, String text) {
    if (value == null || value.isNullish()) {
      return null;
    }
    if (!value.isString()) {
      throw new MqlException(code, text);
    }
    return parse(value.asString());
  }

  static ZonedDateTime at(long millis, ZoneId zone) {
    return Instant.ofEpochMilli(millis).atZone(zone);
  }

  /** The moment as milliseconds; fails beyond the range of dates. */
  static long millis(ZonedDateTime time) {
    return Math.addExact(
        Math.multiplyExact(time.toEpochSecond(), 1000L), time.getNano() / 1_000_000);
  }
}
