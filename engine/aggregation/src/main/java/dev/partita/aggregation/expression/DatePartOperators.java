package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parts of dates: years, months, hours, and all of them in a document. */
final class DatePartOperators {

  /** A part of a date in a zone. */
  private interface Part {
    BsonValue of(ZonedDateTime time);
  }

  private DatePartOperators() {}

  static void addTo(Operators operators) {
    add(operators, "$year", time -> BsonValue.int32(time.getYear()));
    add(operators, "$month", time -> BsonValue.int32(time.getMonthValue()));
    add(operators, "$dayOfMonth", time -> BsonValue.int32(time.getDayOfMonth()));
    add(operators, "$dayOfYear", time -> BsonValue.int32(time.getDayOfYear()));
    add(operators, "$dayOfWeek", time -> BsonValue.int32(dayOfWeek(time)));
    add(operators, "$hour", time -> BsonValue.int32(time.getHour()));
    add(operators, "$minute", time -> BsonValue.int32(time.getMinute()));
    add(operators, "$second", time -> BsonValue.int32(time.getSecond()));
    add(operators, "$millisecond", time -> BsonValue.int32(time.get(ChronoField.MILLI_OF_SECOND)));
    add(operators, "$week", time -> BsonValue.int32(week(time)));
    add(operators, "$isoWeek", time -> BsonValue.int32(isoWeek(time)));
    add(operators, "$isoWeekYear", time -> BsonValue.int64(time.get(IsoFields.WEEK_BASED_YEAR)));
    add(operators, "$isoDayOfWeek", time -> BsonValue.int32(time.getDayOfWeek().getValue()));
    operators.add("$dateToParts", DatePartOperators::toParts);
    timestamp(operators, "$tsSecond", 5687301, value -> value >>> 32);
    timestamp(operators, "$tsIncrement", 5687302, value -> value & 0xFFFFFFFFL);
  }

  /** The day of the week, from Sunday (1) to Saturday (7). */
  static int dayOfWeek(ZonedDateTime time) {
    return time.getDayOfWeek().getValue() % 7 + 1;
  }

  /** The week of the year, beginning with Sundays; days before the first one are in week 0. */
  static int week(ZonedDateTime time) {
    return (time.getDayOfYear() + 7 - dayOfWeek(time)) / 7;
  }

  static int isoWeek(ZonedDateTime time) {
    return time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
  }

  private static void add(Operators operators, String name, Part part) {
    operators.add(
        name,
        (argument, reader) -> {
          Expression date;
          Expression zone = null;
          if (argument.isDocument()
              && !argument.asDocument().isEmpty()
              && !argument.asDocument().first().name().startsWith("$")) {
            NamedArguments arguments = reader.named(name, argument, 40539);
            for (String given : arguments.names()) {
              if (!Set.of("date", "timezone").contains(given)) {
                throw new MqlException(
                    40535, "unrecognized option to " + name + ": \"" + given + "\"");
              }
            }
            Expression given = arguments.optional("date");
            if (given == null) {
              throw new MqlException(
                  40539,
                  "missing 'date' argument to "
                      + name
                      + ", provided: "
                      + name
                      + ": "
                      + ValueText.of(argument));
            }
            date = given;
            zone = arguments.optional("timezone");
          } else if (argument.isArray()) {
            if (argument.asArray().size() != 1) {
              throw new MqlException(
                  40536,
                  name
                      + " accepts exactly one argument if given an array, but was given "
                      + argument.asArray().size());
            }
            date = reader.parse(java.util.Objects.requireNonNull(argument.asArray().get(0)));
          } else {
            date = reader.parse(argument);
          }
          return new InZone(name, date, zone, part);
        });
  }

  /** A part of a date in a zone; null if either is null. */
  private record InZone(String name, Expression date, @Nullable Expression zone, Part part)
      implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, dev.partita.mql.Variables variables) {
      BsonValue value = date.evaluate(document, variables);
      ZoneId in = ZoneOffset.UTC;
      if (zone != null) {
        BsonValue named = zone.evaluate(document, variables);
        in =
            TimeZones.of(
                named,
                40533,
                name
                    + " requires a string for the timezone argument, but was given a "
                    + type(named)
                    + " ("
                    + ValueText.of(named)
                    + ")");
      }
      if (value == null || isNullish(value) || in == null) {
        return BsonValue.NULL;
      }
      return part.of(TimeZones.at(millis(value), in));
    }
  }

  /** The milliseconds of a date, a timestamp or an object id. */
  static long millis(BsonValue value) {
    Long millis = Operands.dateMillis(value);
    if (millis == null) {
      throw new MqlException(16006, "can't convert from BSON type " + type(value) + " to Date");
    }
    return millis;
  }

  private static Expression toParts(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(40524, "$dateToParts only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$dateToParts", argument, 40524);
    for (String given : arguments.names()) {
      if (!Set.of("date", "timezone", "iso8601").contains(given)) {
        throw new MqlException(40520, "Unrecognized argument to $dateToParts: " + given);
      }
    }
    Expression date = arguments.optional("date");
    if (date == null) {
      throw new MqlException(40522, "Missing 'date' parameter to $dateToParts");
    }
    Expression zone = arguments.optional("timezone");
    Expression iso = arguments.optional("iso8601");
    return (document, variables) -> {
      BsonValue value = date.evaluate(document, variables);
      ZoneId in = ZoneOffset.UTC;
      if (zone != null) {
        in = TimeZones.of(zone.evaluate(document, variables));
      }
      BsonValue isIso = iso == null ? BsonValue.FALSE : iso.evaluate(document, variables);
      if (in == null || isIso == null || isNullish(isIso)) {
        return BsonValue.NULL;
      }
      if (isIso.type() != BsonType.BOOLEAN) {
        throw new MqlException(40521, "iso8601 must evaluate to a bool, found " + type(isIso));
      }
      if (value == null || isNullish(value)) {
        return BsonValue.NULL;
      }
      return parts(TimeZones.at(millis(value), in), isIso.asBoolean());
    };
  }

  private static BsonValue parts(ZonedDateTime time, boolean iso) {
    BsonBuilder builder = BsonDocument.builder();
    if (iso) {
      builder
          .put("isoWeekYear", time.get(IsoFields.WEEK_BASED_YEAR))
          .put("isoWeek", isoWeek(time))
          .put("isoDayOfWeek", time.getDayOfWeek().getValue());
    } else {
      builder
          .put("year", time.getYear())
          .put("month", time.getMonthValue())
          .put("day", time.getDayOfMonth());
    }
    return builder
        .put("hour", time.getHour())
        .put("minute", time.getMinute())
        .put("second", time.getSecond())
        .put("millisecond", time.get(ChronoField.MILLI_OF_SECOND))
        .build()
        .toValue();
  }

  private static void timestamp(
      Operators operators, String name, int code, java.util.function.LongUnaryOperator part) {
    operators.unary(
        name,
        operand -> {
          if (operand == null || isNullish(operand)) {
            return BsonValue.NULL;
          }
          if (operand.type() != BsonType.TIMESTAMP) {
            throw new MqlException(
                code, " Argument to " + name + " must be a timestamp, but is " + type(operand));
          }
          return BsonValue.int64(part.applyAsLong(operand.asTimestamp()));
        });
  }
}
