package dev.partita.aggregation.expression;

import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** Units of the calendar, with the arithmetic that expressions do with them. */
public enum DateUnit {
  YEAR(ChronoUnit.MONTHS, 12, 0),
  QUARTER(ChronoUnit.MONTHS, 3, 0),
  MONTH(ChronoUnit.MONTHS, 1, 0),
  WEEK(ChronoUnit.DAYS, 7, 0),
  DAY(ChronoUnit.DAYS, 1, 0),
  HOUR(ChronoUnit.MILLIS, 1, 3_600_000),
  MINUTE(ChronoUnit.MILLIS, 1, 60_000),
  SECOND(ChronoUnit.MILLIS, 1, 1000),
  MILLISECOND(ChronoUnit.MILLIS, 1, 1);

  private static final long DAY_MILLIS = 24 * 3_600_000L;

  /** What bins are counted from: a Saturday, the first day of a year. */
  private static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);

  private final ChronoUnit base;
  private final int count;
  private final long millis;

  DateUnit(ChronoUnit base, int count, long millis) {
    this.base = base;
    this.count = count;
    this.millis = millis;
  }

  /**
   * The unit of a name.
   *
   * @param notString the code of the failure if it is no string
   */
  public static DateUnit of(BsonValue value, int notString) {
    if (!value.isString()) {
      throw new MqlException(notString, "unit must be a string, but got " + Operands.type(value));
    }
    for (DateUnit unit : values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(value.asString())) {
        return unit;
      }
    }
    throw new MqlException(MqlCode.FAILED_TO_PARSE, "unknown time unit value: " + value.asString());
  }

  static DayOfWeek dayOfWeek(BsonValue value, String operator) {
    if (!value.isString()) {
      throw new MqlException(
          5439015,
          operator + " requires 'startOfWeek' to be a string, but got " + Operands.type(value));
    }
    String text = value.asString().toLowerCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      String name = day.name().toLowerCase(Locale.ROOT);
      if (text.equals(name) || text.equals(name.substring(0, 3))) {
        return day;
      }
    }
    throw new MqlException(
        MqlCode.FAILED_TO_PARSE, "unknown day of week value: " + value.asString());
  }

  /** A date so many units later. */
  public long add(long date, long amount, ZoneId zone) {
    if (base == ChronoUnit.MILLIS) {
      return Math.addExact(date, Math.multiplyExact(amount, millis));
    }
    ZonedDateTime time = TimeZones.at(date, zone);
    return TimeZones.millis(time.plus(Math.multiplyExact(amount, (long) count), base));
  }

  /** How long the unit is, if it is always as long and a week at most; otherwise 0. */
  public long millisOrZero() {
    return switch (this) {
      case WEEK -> 7 * DAY_MILLIS;
      case DAY -> DAY_MILLIS;
      default -> millis;
    };
  }

  /** How many boundaries of the unit are between two dates. */
  long difference(long from, long to, ZoneId zone, DayOfWeek firstDay) {
    if (this == MILLISECOND) {
      return Math.subtractExact(to, from);
    }
    ZonedDateTime start = TimeZones.at(from, zone);
    ZonedDateTime end = TimeZones.at(to, zone);
    return switch (this) {
      case YEAR -> end.getYear() - start.getYear();
      case QUARTER -> months(end) / 3 - months(start) / 3;
      case MONTH -> months(end) - months(start);
      case WEEK ->
          ChronoUnit.DAYS.between(weekStart(start, firstDay), weekStart(end, firstDay)) / 7;
      case DAY -> ChronoUnit.DAYS.between(start.toLocalDate(), end.toLocalDate());
      default -> units(end) - units(start);
    };
  }

  /** Hours, minutes or seconds on the clock of the zone, as a difference needs them. */
  private long units(ZonedDateTime time) {
    long local = TimeZones.millis(time) + time.getOffset().getTotalSeconds() * 1000L;
    // Across a change of offset, time that has passed counts, not what the clock shows.
    long offset = this == HOUR ? time.getOffset().getTotalSeconds() * 1000L : 0;
    return Math.floorDiv(local - offset, millis);
  }

  private static long months(ZonedDateTime time) {
    return time.getYear() * 12L + time.getMonthValue() - 1;
  }

  private static LocalDate weekStart(ZonedDateTime time, DayOfWeek firstDay) {
    return time.toLocalDate().with(TemporalAdjusters.previousOrSame(firstDay));
  }

  /** The start of the bin of so many units that a date is in. */
  long truncate(long date, long size, ZoneId zone, DayOfWeek firstDay) {
    ZonedDateTime time = TimeZones.at(date, zone);
    if (base == ChronoUnit.MILLIS) {
      long reference = TimeZones.millis(REFERENCE.atStartOfDay(zone));
      long bin = Math.multiplyExact(size, millis);
      return Math.addExact(
          reference,
          Math.multiplyExact(Math.floorDiv(Math.subtractExact(date, reference), bin), bin));
    }
    LocalDateTime start =
        switch (this) {
          case DAY -> day(time, REFERENCE, size);
          case WEEK ->
              day(
                  time,
                  REFERENCE.with(TemporalAdjusters.nextOrSame(firstDay)),
                  Math.multiplyExact(size, 7L));
          default -> {
            long months = months(time) - 2000L * 12;
            long bin = Math.multiplyExact(size, (long) count);
            yield REFERENCE
                .plusMonths(Math.multiplyExact(Math.floorDiv(months, bin), bin))
                .atStartOfDay();
          }
        };
    return TimeZones.millis(start.atZone(zone));
  }

  private static LocalDateTime day(ZonedDateTime time, LocalDate reference, long size) {
    long days = ChronoUnit.DAYS.between(reference, time.toLocalDate());
    return reference.plusDays(Math.multiplyExact(Math.floorDiv(days, size), size)).atStartOfDay();
  }
}
