package dev.partita.gremlin;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.apache.tinkerpop.gremlin.structure.io.Buffer;
import org.apache.tinkerpop.gremlin.structure.io.binary.DataType;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryReader;
import org.apache.tinkerpop.gremlin.structure.io.binary.GraphBinaryWriter;
import org.apache.tinkerpop.gremlin.structure.io.binary.TypeSerializerRegistry;
import org.apache.tinkerpop.gremlin.structure.io.binary.types.SimpleTypeSerializer;

/**
 * GraphBinary readers of requests: those of TinkerPop, except for integers that are not lengths.
 * These are read in two halves, so that the reads that {@link GuardedBytes} checks are lengths
 * only.
 */
final class NumberReaders {

  private NumberReaders() {}

  static TypeSerializerRegistry registry() {
    return TypeSerializerRegistry.build()
        .add(Integer.class, reader(DataType.INT, (from, _) -> number(from)))
        .add(BigDecimal.class, reader(DataType.BIGDECIMAL, NumberReaders::decimal))
        .add(
            Duration.class,
            reader(
                DataType.DURATION, (from, _) -> Duration.ofSeconds(from.readLong(), number(from))))
        .add(
            Instant.class,
            reader(
                DataType.INSTANT,
                (from, _) -> Instant.ofEpochSecond(from.readLong(), number(from))))
        .add(LocalDate.class, reader(DataType.LOCALDATE, (from, _) -> date(from)))
        .add(LocalDateTime.class, reader(DataType.LOCALDATETIME, (from, _) -> moment(from)))
        .add(
            OffsetDateTime.class,
            reader(
                DataType.OFFSETDATETIME,
                (from, _) -> OffsetDateTime.of(moment(from), offset(from))))
        .add(
            OffsetTime.class,
            reader(DataType.OFFSETTIME, (from, _) -> OffsetTime.of(time(from), offset(from))))
        .add(
            Period.class,
            reader(
                DataType.PERIOD, (from, _) -> Period.of(number(from), number(from), number(from))))
        .add(Year.class, reader(DataType.YEAR, (from, _) -> Year.of(number(from))))
        .add(
            YearMonth.class,
            reader(DataType.YEARMONTH, (from, _) -> YearMonth.of(number(from), from.readByte())))
        .add(
            ZonedDateTime.class,
            reader(
                DataType.ZONEDATETIME, (from, _) -> ZonedDateTime.of(moment(from), offset(from))))
        .add(ZoneOffset.class, reader(DataType.ZONEOFFSET, (from, _) -> offset(from)))
        .create();
  }

  private static int number(Buffer from) {
    int upper = from.readShort();
    return (upper << Short.SIZE) | (from.readShort() & 0xFFFF);
  }

  private static BigDecimal decimal(Buffer from, GraphBinaryReader context) throws IOException {
    int scale = number(from);
    return new BigDecimal(context.readValue(from, BigInteger.class, false), scale);
  }

  private static LocalDate date(Buffer from) {
    return LocalDate.of(number(from), from.readByte(), from.readByte());
  }

  private static LocalTime time(Buffer from) {
    return LocalTime.ofNanoOfDay(from.readLong());
  }

  private static LocalDateTime moment(Buffer from) {
    return LocalDateTime.of(date(from), time(from));
  }

  private static ZoneOffset offset(Buffer from) {
    return ZoneOffset.ofTotalSeconds(number(from));
  }

  private interface Reading<T> {
    T read(Buffer from, GraphBinaryReader context) throws IOException;
  }

  private static <T> SimpleTypeSerializer<T> reader(DataType type, Reading<T> reading) {
    return new SimpleTypeSerializer<>(type) {
      @Override
      protected T readValue(Buffer from, GraphBinaryReader context) throws IOException {
        return reading.read(from, context);
      }

      @Override
      protected void writeValue(T value, Buffer to, GraphBinaryWriter context) {
        throw new UnsupportedOperationException("Requests are read only.");
      }
    };
  }
}
