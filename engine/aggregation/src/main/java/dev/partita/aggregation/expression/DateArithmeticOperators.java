package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sums and differences of dates by units of the calendar. */
final class DateArithmeticOperators {

  /** Units in a bin of dates; more than any calendar has. */
  private static final long LARGEST_BIN = 100_000_000_000L;

  private DateArithmeticOperators() {}

  static void addTo(Operators operators) {
    operators.add("$dateAdd", (argument, reader) -> add("$dateAdd", argument, reader, 1));
    operators.add(
        "$dateSubtract", (argument, reader) -> add("$dateSubtract", argument, reader, -1));
    operators.add("$dateDiff", DateArithmeticOperators::difference);
    operators.add("$dateTrunc", DateArithmeticOperators::truncate);
  }

  private static NamedArguments arguments(
      String name,
      BsonValue argument,
      ExpressionReader reader,
      int notObject,
      int unknown,
      Set<String> allowed) {
    if (!argument.isDocument()) {
      throw new MqlException(notObject, name + " only supports an object as its argument");
    }
    NamedArguments arguments = reader.named(name, argument, notObject);
    for (String given : arguments.names()) {
      if (!allowed.contains(given)) {
        throw new MqlException(unknown, "Unrecognized argument to " + name + ": " + given);
      }
    }
    return arguments;
  }

  private static Expression needed(
      String operator, NamedArguments arguments, String name, int code) {
    Expression value = arguments.optional(name);
    if (value == null) {
      throw new MqlException(code, "Missing '" + name + "' parameter to " + operator);
    }
    return value;
  }

  private static Expression add(
      String name, BsonValue argument, ExpressionReader reader, int sign) {
    NamedArguments arguments =
        arguments(
            name,
            argument,
            reader,
            5166400,
            5166401,
            Set.of("startDate", "unit", "amount", "timezone"));
    Expression start = arguments.optional("startDate");
    Expression unit = arguments.optional("unit");
    Expression amount = arguments.optional("amount");
    if (start == null || unit == null || amount == null) {
      throw new MqlException(5166402, name + " requires startDate, unit, and amount to be present");
    }
    return new Sum(name, start, unit, amount, arguments.optional("timezone"), sign);
  }

  private record Sum(
      String name,
      Expression start,
      Expression unit,
      Expression amount,
      @Nullable Expression zone,
      int sign)
      implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, Variables variables) {
      BsonValue date = start.evaluate(document, variables);
      BsonValue of = unit.evaluate(document, variables);
      BsonValue count = amount.evaluate(document, variables);
      BsonValue named = zone == null ? null : zone.evaluate(document, variables);
      if (date == null
          || of == null
          || count == null
          || isNullish(date)
          || isNullish(of)
          || isNullish(count)
          || (zone != null && isNullish(named))) {
        return BsonValue.NULL;
      }
      DateUnit by = DateUnit.of(of, 5439013);
      ZoneId in = named == null ? ZoneOffset.UTC : TimeZones.of(named);
      Long millis = Operands.dateMillis(date);
      if (millis == null) {
        throw new MqlException(5166403, name + " requires startDate to be convertible to a date");
      }
      Long number = count.isNumber() ? BsonNumbers.exactLong(count) : null;
      if (number == null) {
        throw new MqlException(5166405, name + " expects integer amount of time units");
      }
      try {
        long signed = sign < 0 ? Math.negateExact(number) : number;
        return BsonValue.date(by.add(millis, signed, in == null ? ZoneOffset.UTC : in));
      } catch (ArithmeticException | DateTimeException _) {
        throw new MqlException(5166406, name + " overflowed");
      }
    }
  }

  private static Expression difference(BsonValue argument, ExpressionReader reader) {
    NamedArguments arguments =
        arguments(
            "$dateDiff",
            argument,
            reader,
            5166301,
            5166302,
            Set.of("startDate", "endDate", "unit", "timezone", "startOfWeek"));
    Expression start = needed("$dateDiff", arguments, "startDate", 5166303);
    Expression end = needed("$dateDiff", arguments, "endDate", 5166304);
    Expression unit = needed("$dateDiff", arguments, "unit", 5166305);
    Expression zone = arguments.optional("timezone");
    Expression week = arguments.optional("startOfWeek");
    return (document, variables) -> {
      BsonValue from = start.evaluate(document, variables);
      BsonValue to = end.evaluate(document, variables);
      BsonValue of = unit.evaluate(document, variables);
      BsonValue named = zone == null ? null : zone.evaluate(document, variables);
      if (from == null
          || to == null
          || of == null
          || isNullish(from)
          || isNullish(to)
          || isNullish(of)
          || (zone != null && isNullish(named))) {
        return BsonValue.NULL;
      }
      DateUnit by = DateUnit.of(of, 5439013);
      DayOfWeek first = DayOfWeek.SUNDAY;
      if (week != null && by == DateUnit.WEEK) {
        BsonValue day = week.evaluate(document, variables);
        if (day == null || isNullish(day)) {
          return BsonValue.NULL;
        }
        first = DateUnit.dayOfWeek(day, "$dateDiff");
      }
      long a = requireDate("$dateDiff", "startDate", from, 5166307);
      long b = requireDate("$dateDiff", "endDate", to, 5166307);
      ZoneId in = named == null ? ZoneOffset.UTC : TimeZones.of(named);
      try {
        return BsonValue.int64(by.difference(a, b, in == null ? ZoneOffset.UTC : in, first));
      } catch (ArithmeticException | DateTimeException _) {
        throw new MqlException(5166308, "dateDiff overflowed");
      }
    };
  }

  private static long requireDate(String operator, String name, BsonValue value, int code) {
    Long millis = Operands.dateMillis(value);
    if (millis == null) {
      throw new MqlException(
          code, operator + " requires '" + name + "' to be a date, but got " + type(value));
    }
    return millis;
  }

  private static Expression truncate(BsonValue argument, ExpressionReader reader) {
    NamedArguments arguments =
        arguments(
            "$dateTrunc",
            argument,
            reader,
            5439007,
            5439008,
            Set.of("date", "unit", "binSize", "timezone", "startOfWeek"));
    Expression date = needed("$dateTrunc", arguments, "date", 5439009);
    Expression unit = needed("$dateTrunc", arguments, "unit", 5439010);
    Expression size = arguments.optional("binSize");
    Expression zone = arguments.optional("timezone");
    Expression week = arguments.optional("startOfWeek");
    return (document, variables) -> {
      BsonValue value = date.evaluate(document, variables);
      BsonValue of = unit.evaluate(document, variables);
      BsonValue bin = size == null ? BsonValue.int32(1) : size.evaluate(document, variables);
      BsonValue named = zone == null ? null : zone.evaluate(document, variables);
      if (value == null
          || of == null
          || bin == null
          || isNullish(value)
          || isNullish(of)
          || isNullish(bin)
          || (zone != null && isNullish(named))) {
        return BsonValue.NULL;
      }
      Long count = bin.isNumber() ? BsonNumbers.exactLong(bin) : null;
      if (count == null) {
        throw new MqlException(
            5439017,
            "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '"
                + ValueText.of(bin)
                + "' of type "
                + type(bin));
      }
      if (count > LARGEST_BIN) {
        throw new MqlException(5439006, "dateTrunc unsupported binSize value");
      }
      if (count <= 0) {
        throw new MqlException(
            5439018, "$dateTrunc requires 'binSize' to be greater than 0, but got value " + count);
      }
      DateUnit by = DateUnit.of(of, 5439014);
      DayOfWeek first = DayOfWeek.SUNDAY;
      if (week != null && by == DateUnit.WEEK) {
        BsonValue day = week.evaluate(document, variables);
        if (day == null || isNullish(day)) {
          return BsonValue.NULL;
        }
        first = DateUnit.dayOfWeek(day, "$dateTrunc");
      }
      long millis = requireDate("$dateTrunc", "date", value, 5439012);
      ZoneId in = named == null ? ZoneOffset.UTC : TimeZones.of(named);
      try {
        return BsonValue.date(by.truncate(millis, count, in == null ? ZoneOffset.UTC : in, first));
      } catch (ArithmeticException | DateTimeException _) {
        throw new MqlException(5439005, "$dateTrunc overflowed");
      }
    };
  }
}
