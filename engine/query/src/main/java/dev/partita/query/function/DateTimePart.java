package dev.partita.query.function;

import dev.partita.json.JsonNumber;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** A part of a date and time, as a unit to count in and as a number to read. */
enum DateTimePart {
  YEAR(0),
  MONTH(0),
  DAY(86_400_000_000_000L),
  HOUR(3_600_000_000_000L),
  MINUTE(60_000_000_000L),
  SECOND(1_000_000_000L),
  MILLISECOND(1_000_000),
  MICROSECOND(1_000),
  NANOSECOND(1);

  private static final BigInteger NANOS_PER_TICK = BigInteger.valueOf(Ticks.NANOS_PER_TICK);

  /** The length of the unit, or 0 if it depends on the calendar. */
  private final long nanos;

  DateTimePart(long nanos) {
    this.nanos = nanos;
  }

  static Optional<DateTimePart> named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "year", "yyyy", "yy" -> Optional.of(YEAR);
      case "month", "mm", "m" -> Optional.of(MONTH);
      case "day", "dd", "d" -> Optional.of(DAY);
      case "hour", "hh" -> Optional.of(HOUR);
      case "minute", "mi", "n" -> Optional.of(MINUTE);
      case "second", "ss", "s" -> Optional.of(SECOND);
      case "millisecond", "ms" -> Optional.of(MILLISECOND);
      case "microsecond", "mcs" -> Optional.of(MICROSECOND);
      case "nanosecond", "ns" -> Optional.of(NANOSECOND);
      default -> Optional.empty();
    };
  }

  /** What the part is at a moment; those below the second each give the whole fraction. */
  long of(LocalDateTime moment) {
    return switch (this) {
      case YEAR -> moment.getYear();
      case MONTH -> moment.getMonthValue();
      case DAY -> moment.getDayOfMonth();
      case HOUR -> moment.getHour();
      case MINUTE -> moment.getMinute();
      case SECOND -> moment.getSecond();
      case MILLISECOND -> moment.get(ChronoField.NANO_OF_SECOND) / 1_000_000;
      case MICROSECOND -> moment.get(ChronoField.NANO_OF_SECOND) / 1_000;
      case NANOSECOND -> moment.get(ChronoField.NANO_OF_SECOND);
    };
  }

  /** A moment so many units later; the day is clamped to the month. Empty beyond all dates. */
  Optional<Long> add(long ticks, long count) {
    BigInteger sum;
    if (nanos == 0) {
      // Beyond this the calendar has no dates, and the arithmetic on it has no numbers.
      if (Math.abs(count) > 12 * 10_000L) {
        return Optional.empty();
      }
      LocalDateTime moment = Ticks.moment(ticks);
      LocalDateTime later = this == YEAR ? moment.plusYears(count) : moment.plusMonths(count);
      sum = BigInteger.valueOf(Ticks.of(later));
    } else {
      BigInteger step = BigInteger.valueOf(count).multiply(BigInteger.valueOf(nanos));
      sum = BigInteger.valueOf(ticks).add(floorDiv(step, NANOS_PER_TICK));
    }
    return sum.bitLength() < Long.SIZE && Ticks.isInRange(sum.longValue())
        ? Optional.of(sum.longValue())
        : Optional.empty();
  }

  /** How many boundaries of the unit lie between two moments; negative if the second is earlier. */
  JsonNumber boundaries(long from, long to) {
    if (nanos == 0) {
      return JsonNumber.of(calendarUnits(Ticks.moment(to)) - calendarUnits(Ticks.moment(from)));
    }
    if (nanos < Ticks.NANOS_PER_TICK) {
      return times(to - from, Ticks.NANOS_PER_TICK / nanos);
    }
    long unit = nanos / Ticks.NANOS_PER_TICK;
    return JsonNumber.of(Math.floorDiv(to, unit) - Math.floorDiv(from, unit));
  }

  /** The product; three centuries have more nanoseconds than 64 bits hold. */
  private static JsonNumber times(long ticks, long each) {
    long product = ticks * each;
    return Math.multiplyHigh(ticks, each) == product >> 63
        ? JsonNumber.of(product)
        : JsonNumber.of((double) ticks * each);
  }

  /**
   * The start of the bin that a moment is in; bins have some units and one begins at the origin.
   */
  Optional<Long> bin(long ticks, long size, long origin) {
    if (nanos == 0) {
      LocalDateTime start = Ticks.moment(origin);
      long units = calendarUnits(Ticks.moment(ticks)) - calendarUnits(start);
      Optional<Long> bin = add(origin, Math.floorDiv(units, size) * size);
      // Within the month or year of the boundary the moment may still be before it.
      return bin.filter(edge -> edge > ticks).isPresent()
          ? add(origin, (Math.floorDiv(units, size) - 1) * size)
          : bin;
    }
    BigInteger width = BigInteger.valueOf(size).multiply(BigInteger.valueOf(nanos));
    BigInteger distance = BigInteger.valueOf(ticks - origin).multiply(NANOS_PER_TICK);
    BigInteger edge = floorDiv(distance, width).multiply(width);
    BigInteger start = floorDiv(edge, NANOS_PER_TICK).add(BigInteger.valueOf(origin));
    return start.bitLength() < Long.SIZE && Ticks.isInRange(start.longValue())
        ? Optional.of(start.longValue())
        : Optional.empty();
  }

  private long calendarUnits(LocalDateTime moment) {
    return this == YEAR ? moment.getYear() : moment.getYear() * 12L + moment.getMonthValue() - 1;
  }

  private static BigInteger floorDiv(BigInteger dividend, BigInteger divisor) {
    BigInteger[] parts = dividend.divideAndRemainder(divisor);
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }
}
