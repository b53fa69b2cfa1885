package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Dates from and to text, and from parts. */
final class DateTextOperators {

  private static final List<String> PARTS =
      List.of(
          "year",
          "month",
          "day",
          "isoWeekYear",
          "isoWeek",
          "isoDayOfWeek",
          "hour",
          "minute",
          "second",
          "millisecond");

  private DateTextOperators() {}

  static void addTo(Operators operators) {
    operators.add("$dateToString", DateTextOperators::toText);
    operators.add("$dateFromString", DateTextOperators::fromText);
    operators.add("$dateFromParts", DateTextOperators::fromParts);
  }

  private static Expression toText(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(18629, "$dateToString only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$dateToString", argument, 18629);
    for (String given : arguments.names()) {
      if (!Set.of("date", "format", "timezone", "onNull").contains(given)) {
        throw new MqlException(18534, "Unrecognized argument to $dateToString: " + given);
      }
    }
    Expression date = arguments.optional("date");
    if (date == null) {
      throw new MqlException(18628, "Missing 'date' parameter to $dateToString");
    }
    Expression format = arguments.optional("format");
    Expression zone = arguments.optional("timezone");
    Expression onNull = arguments.optional("onNull");
    if (format instanceof Constant constant) {
      format(constant.value());
    }
    return (document, variables) -> {
      BsonValue value = date.evaluate(document, variables);
      ZoneId in = ZoneOffset.UTC;
      String pattern = null;
      if (format != null) {
        pattern = format(format.evaluate(document, variables));
      }
      if (zone != null) {
        in = TimeZones.of(zone.evaluate(document, variables));
      }
      if (value == null || isNullish(value)) {
        return onNull == null ? BsonValue.NULL : onNull.evaluate(document, variables);
      }
      if (in == null || (format != null && pattern == null)) {
        return BsonValue.NULL;
      }
      String wanted = pattern != null ? pattern : DateFormat.standard(in.equals(ZoneOffset.UTC));
      return BsonValue.string(
          DateFormat.format(wanted, TimeZones.at(DatePartOperators.millis(value), in)));
    };
  }

  /** The format, checked; null if it is null. */
  private static @Nullable String format(@Nullable BsonValue value) {
    if (value == null || isNullish(value)) {
      return null;
    }
    if (!value.isString()) {
      throw new MqlException(
          18533,
          "$dateToString requires that 'format' be a string, found: "
              + type(value)
              + " with value "
              + ValueText.of(value));
    }
    DateFormat.validate(value.asString());
    return value.asString();
  }

  private static Expression fromText(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(
          40540,
          "$dateFromString only supports an object as an argument, found: " + type(argument));
    }
    NamedArguments arguments = reader.named("$dateFromString", argument, 40540);
    for (String given : arguments.names()) {
      if (!Set.of("dateString", "format", "timezone", "onNull", "onError").contains(given)) {
        throw new MqlException(40541, "Unrecognized argument to $dateFromString: " + given);
      }
    }
    Expression text = arguments.optional("dateString");
    if (text == null) {
      throw new MqlException(40542, "Missing 'dateString' parameter to $dateFromString");
    }
    Expression format = arguments.optional("format");
    Expression zone = arguments.optional("timezone");
    Expression onNull = arguments.optional("onNull");
    Expression onError = arguments.optional("onError");
    return new FromText(text, format, zone, onNull, onError);
  }

  private record FromText(
      Expression text,
      @Nullable Expression format,
      @Nullable Expression zone,
      @Nullable Expression onNull,
      @Nullable Expression onError)
      implements Expression {

    @Override
    public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
      BsonValue value = text.evaluate(document, variables);
      String pattern = null;
      boolean noFormat = false;
      if (format != null) {
        BsonValue given = format.evaluate(document, variables);
        noFormat = given == null || isNullish(given);
        if (given != null && !noFormat && !given.isString()) {
          throw new MqlException(
              40684,
              "$dateFromString requires that 'format' be a string, found: "
                  + type(given)
                  + " with value "
                  + ValueText.of(given));
        }
        if (given != null && !noFormat) {
          pattern = given.asString();
          DateFormat.validate(pattern, DateParsing.KNOWN);
        }
      }
      ZoneId in = null;
      if (zone != null) {
        in = TimeZones.of(zone.evaluate(document, variables));
        if (in == null) {
          return BsonValue.NULL;
        }
      }
      if (noFormat) {
        return BsonValue.NULL;
      }
      if (value == null || isNullish(value)) {
        return onNull == null ? BsonValue.NULL : onNull.evaluate(document, variables);
      }
      try {
        if (!value.isString()) {
          throw new MqlException(
              MqlCode.CONVERSION_FAILURE,
              "$dateFromString requires that 'dateString' be a string, found: "
                  + type(value)
                  + " with value "
                  + ValueText.of(value));
        }
        return BsonValue.date(DateParsing.parse(value.asString(), pattern, in));
      } catch (MqlException e) {
        if (onError == null || e.code() != MqlCode.CONVERSION_FAILURE.number()) {
          throw e;
        }
        return onError.evaluate(document, variables);
      }
    }
  }

  private static Expression fromParts(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(40519, "$dateFromParts only supports an object as its argument");
    }
    NamedArguments arguments = reader.named("$dateFromParts", argument, 40519);
    for (String given : arguments.names()) {
      if (!PARTS.contains(given) && !given.equals("timezone")) {
        throw new MqlException(40518, "Unrecognized argument to $dateFromParts: " + given);
      }
    }
    Expression zone = arguments.optional("timezone");
    // In the order in which MongoDB looks at them.
    Map<String, Expression> parts = new LinkedHashMap<>();
    for (String part : PARTS) {
      Expression value = arguments.optional(part);
      if (value != null) {
        parts.put(part, value);
      }
    }
    boolean iso = parts.containsKey("isoWeekYear");
    if (!iso && !parts.containsKey("year")) {
      throw new MqlException(
          40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    }
    if (iso
        && (parts.containsKey("year") || parts.containsKey("month") || parts.containsKey("day"))) {
      throw new MqlException(
          40489, "$dateFromParts does not allow mixing natural dates with ISO dates");
    }
    if (!iso && (parts.containsKey("isoWeek") || parts.containsKey("isoDayOfWeek"))) {
      throw new MqlException(
          40525, "$dateFromParts does not allow mixing ISO dates with natural dates");
    }
    return new FromParts(parts, zone, iso);
  }

  private record FromParts(Map<String, Expression> numbers, @Nullable Expression named, boolean iso)
      implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, Variables variables) {
      ZoneId zone = ZoneOffset.UTC;
      if (named != null) {
        zone = TimeZones.of(named.evaluate(document, variables));
      }
      Map<String, Long> values = new HashMap<>();
      for (Map.Entry<String, Expression> part : numbers.entrySet()) {
        BsonValue value = part.getValue().evaluate(document, variables);
        if (value == null || isNullish(value)) {
          return BsonValue.NULL;
        }
        values.put(part.getKey(), number(part.getKey(), value));
      }
      if (zone == null) {
        return BsonValue.NULL;
      }
      requireYear("year", 40523, values);
      requireYear("isoWeekYear", 31095, values);
      try {
        LocalDateTime time =
            day(values)
                .atStartOfDay()
                .plusHours(values.getOrDefault("hour", 0L))
                .plusMinutes(values.getOrDefault("minute", 0L))
                .plusSeconds(values.getOrDefault("second", 0L));
        long millis = TimeZones.millis(time.atZone(zone));
        return BsonValue.date(Math.addExact(millis, values.getOrDefault("millisecond", 0L)));
      } catch (DateTimeException | ArithmeticException _) {
        throw new MqlException(15, "$dateFromParts has no date for these parts");
      }
    }

    private static void requireYear(String name, int code, Map<String, Long> values) {
      Long year = values.get(name);
      if (year != null && (year < 1 || year > 9999)) {
        throw new MqlException(
            code,
            "'" + name + "' must evaluate to an integer in the range 1 to 9999, found " + year);
      }
    }

    private LocalDate day(Map<String, Long> values) {
      if (iso) {
        return LocalDate.of(Math.toIntExact(values.getOrDefault("isoWeekYear", 1970L)), 1, 4)
            .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
            .with(DayOfWeek.MONDAY)
            .plusWeeks(values.getOrDefault("isoWeek", 1L) - 1)
            .plusDays(values.getOrDefault("isoDayOfWeek", 1L) - 1);
      }
      return LocalDate.of(Math.toIntExact(values.getOrDefault("year", 1970L)), 1, 1)
          .plusMonths(values.getOrDefault("month", 1L) - 1)
          .plusDays(values.getOrDefault("day", 1L) - 1);
    }

    private static long number(String name, BsonValue value) {
      Long number = value.isNumber() ? BsonNumbers.exactLong(value) : null;
      if (number == null) {
        throw new MqlException(
            40515,
            "'"
                + name
                + "' must evaluate to an integer, found "
                + type(value)
                + " with value "
                + ValueText.of(value));
      }
      boolean year = name.equals("year") || name.equals("isoWeekYear");
      boolean fine = name.equals("second") || name.equals("millisecond");
      if (!year && !fine && (number < Short.MIN_VALUE || number > Short.MAX_VALUE)) {
        throw new MqlException(
            31034,
            "'"
                + name
                + "' must evaluate to a value in the range [-32768, 32767]; value "
                + number
                + " is not in range");
      }
      return number;
    }
  }
}
