package dev.partita.query.function;

import dev.partita.json.JsonNumber;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;

/** Part of a date and time, as a unit to count in and as a number to read. */
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

  private static final BigInteger NANOS_PER_TICK = BigInteger.valueOf(DateTimeTicks.NANOS_PER_TICK);

  /** Length of the unit, or 0 if it depends on the calendar. */
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

  /** Value of the part; units below the second each return the whole fraction. */
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

  /** Adds units to a time; the day is clamped to the month. Empty beyond the range of dates. */
  Optional<Long> add(long ticks, long count) {
    BigInteger sum;
    if (nanos == 0) {
      // The calendar has no dates beyond this, and its arithmetic would overflow.
      if (Math.abs(count) > 12 * 10_000L) {
        return Optional.empty();
      }
      LocalDateTime moment = DateTimeTicks.moment(ticks);
      LocalDateTime later = this == YEAR ? moment.plusYears(count) : moment.plusMonths(count);
      sum = BigInteger.valueOf(DateTimeTicks.of(later));
    } else {
      BigInteger step = BigInteger.valueOf(count).multiply(BigInteger.valueOf(nanos));
      sum = BigInteger.valueOf(ticks).add(floorDiv(step, NANOS_PER_TICK));
    }
    return sum.bitLength() < Long.SIZE && DateTimeTicks.isInRange(sum.longValue())
        ? Optional.of(sum.longValue())
        : Optional.empty();
  }

  /** Number of boundaries of the unit between two times; negative if the second is earlier. */
  JsonNumber boundaries(long from, long to) {
    if (nanos == 0) {
      return JsonNumber.of(
          calendarUnits(DateTimeTicks.moment(to)) - calendarUnits(DateTimeTicks.moment(from)));
    }
    if (nanos < DateTimeTicks.NANOS_PER_TICK) {
      return times(to - from, DateTimeTicks.NANOS_PER_TICK / nanos);
    }
    long unit = nanos / DateTimeTicks.NANOS_PER_TICK;
    return JsonNumber.of(Math.floorDiv(to, unit) - Math.floorDiv(from, unit));
  }

  /** Product, which may exceed 64 bits: three centuries in nanoseconds do. */
  private static JsonNumber times(long ticks, long each) {
    long product = ticks * each;
    return Math.multiplyHigh(ticks, each) == product >> 63
        ? JsonNumber.of(product)
        : JsonNumber.of((double) ticks * each);
  }

  /** Start of the bin of a time; a bin is a number of units long, and one begins at the origin. */
  Optional<Long> bin(long ticks, long size, long origin) {
    if (nanos == 0) {
      LocalDateTime start = DateTimeTicks.moment(origin);
      long units = calendarUnits(DateTimeTicks.moment(ticks)) - calendarUnits(start);
      Optional<Long> bin = add(origin, Math.floorDiv(units, size) * size);
      // In the month or year of the boundary the time may be before it.
      return bin.filter(edge -> edge > ticks).isPresent()
          ? add(origin, (Math.floorDiv(units, size) - 1) * size)
          : bin;
    }
    BigInteger width = BigInteger.valueOf(size).multiply(BigInteger.valueOf(nanos));
    BigInteger distance = BigInteger.valueOf(ticks - origin).multiply(NANOS_PER_TICK);
    BigInteger edge = floorDiv(distance, width).multiply(width);
    BigInteger start = floorDiv(edge, NANOS_PER_TICK).add(BigInteger.valueOf(origin));
    return start.bitLength() < Long.SIZE && DateTimeTicks.isInRange(start.longValue())
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
