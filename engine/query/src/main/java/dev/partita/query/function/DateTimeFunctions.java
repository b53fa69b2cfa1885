package dev.partita.query.function;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Execution;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** Functions on dates and times, which are strings in documents. Pure functions. */
final class DateTimeFunctions {

  private static final JsonValue UNDEFINED = JsonUndefined.UNDEFINED;

  /** Bins begin no earlier than the first year of the calendar's current cycle. */
  private static final long EARLIEST_ORIGIN = DateTimeTicks.of(LocalDateTime.of(1601, 1, 1, 0, 0));

  private DateTimeFunctions() {}

  static Stream<Function> all() {
    return Stream.concat(currentTime(), ofGivenTimes());
  }

  private static Stream<Function> currentTime() {
    return Stream.of(
            clock("GetCurrentDateTime", millis -> text(millis * DateTimeTicks.PER_MILLI)),
            clock("GetCurrentTicks", millis -> JsonNumber.of(millis * DateTimeTicks.PER_MILLI)),
            clock("GetCurrentTimestamp", JsonNumber::of),
            Stream.of(
                // The offset is a unit and a number: two arguments or none.
                Function.volatileOf("NOW", 0, 2, (arguments, _) -> now(arguments, 1)),
                Function.volatileOf("AGO", 2, 2, (arguments, _) -> now(arguments, -1))))
        .flatMap(functions -> functions);
  }

  private static Stream<Function> ofGivenTimes() {
    return Stream.of(
        Function.of("DateTimeAdd", 3, 3, DateTimeFunctions::add),
        Function.of("DateTimeBin", 2, 4, DateTimeFunctions::bin),
        Function.of("DateTimeDiff", 3, 3, DateTimeFunctions::difference),
        Function.binary("DateTimeFormat", DateTimeFunctions::format),
        Function.of("DateTimeFromParts", 3, 7, DateTimeFunctions::fromParts),
        Function.binary("DateTimePart", DateTimeFunctions::part),
        Function.unary("YEAR", time -> part(DateTimePart.YEAR, time)),
        Function.unary("MONTH", time -> part(DateTimePart.MONTH, time)),
        Function.unary("DAY", time -> part(DateTimePart.DAY, time)),
        toNumber("DateTimeToTicks", ticks -> ticks),
        toNumber("DateTimeToTimestamp", ticks -> Math.floorDiv(ticks, DateTimeTicks.PER_MILLI)),
        fromNumber("TicksToDateTime", 1),
        fromNumber("TimestampToDateTime", DateTimeTicks.PER_MILLI),
        Function.unary("IS_DATETIME", value -> JsonBoolean.of(ticks(value).isPresent())));
  }

  /** Functions of the current time, and of the time when the execution began. */
  private static Stream<Function> clock(String name, LongFunction<JsonValue> body) {
    return Stream.of(
        Function.volatileOf(
            name, 0, 0, (_, _) -> row -> body.apply(row.execution().clock().millis())),
        Function.volatileOf(
            name + "Static", 0, 0, (_, _) -> row -> body.apply(row.execution().startMillis())));
  }

  private static Evaluator now(List<Evaluator> arguments, int sign) {
    if (arguments.size() != 2) {
      return row -> text(row.execution().startMillis() * DateTimeTicks.PER_MILLI);
    }
    Evaluator unit = arguments.get(0);
    Evaluator count = arguments.get(1);
    return row -> {
      Execution execution = row.execution();
      Optional<DateTimePart> part = unit(unit.value(row));
      OptionalLong number = integer(count.value(row));
      return part.isEmpty() || number.isEmpty()
          ? UNDEFINED
          : text(
              part.get()
                  .add(
                      execution.startMillis() * DateTimeTicks.PER_MILLI,
                      sign * number.getAsLong()));
    };
  }

  private static JsonValue add(JsonValue[] arguments) {
    Optional<DateTimePart> unit = unit(arguments[0]);
    OptionalLong count = integer(arguments[1]);
    OptionalLong ticks = ticks(arguments[2]);
    return unit.isEmpty() || count.isEmpty() || ticks.isEmpty()
        ? UNDEFINED
        : text(unit.get().add(ticks.getAsLong(), count.getAsLong()));
  }

  private static JsonValue bin(JsonValue[] arguments) {
    OptionalLong ticks = ticks(arguments[0]);
    Optional<DateTimePart> unit = unit(arguments[1]);
    OptionalLong size = arguments.length > 2 ? integer(arguments[2]) : OptionalLong.of(1);
    OptionalLong origin = arguments.length > 3 ? ticks(arguments[3]) : OptionalLong.of(0);
    if (ticks.isEmpty()
        || unit.isEmpty()
        || size.isEmpty()
        || size.getAsLong() < 1
        || origin.isEmpty()
        || origin.getAsLong() < EARLIEST_ORIGIN) {
      return UNDEFINED;
    }
    return text(unit.get().bin(ticks.getAsLong(), size.getAsLong(), origin.getAsLong()));
  }

  private static JsonValue difference(JsonValue[] arguments) {
    Optional<DateTimePart> unit = unit(arguments[0]);
    OptionalLong from = ticks(arguments[1]);
    OptionalLong to = ticks(arguments[2]);
    return unit.isEmpty() || from.isEmpty() || to.isEmpty()
        ? UNDEFINED
        : unit.get().boundaries(from.getAsLong(), to.getAsLong());
  }

  private static JsonValue format(JsonValue time, JsonValue pattern) {
    OptionalLong ticks = ticks(time);
    return ticks.isPresent() && pattern instanceof JsonString(String letters)
        ? JsonString.of(DateTimeFormat.format(DateTimeTicks.moment(ticks.getAsLong()), letters))
        : UNDEFINED;
  }

  private static JsonValue fromParts(JsonValue[] arguments) {
    int[] parts = {1, 1, 1, 0, 0, 0, 0};
    for (int i = 0; i < arguments.length; i++) {
      OptionalLong part = integer(arguments[i]);
      if (part.isEmpty() || part.getAsLong() != (int) part.getAsLong()) {
        return UNDEFINED;
      }
      parts[i] = (int) part.getAsLong();
    }
    if (parts[0] < 1 || parts[0] > 9999 || parts[6] < 0 || parts[6] >= DateTimeTicks.PER_SECOND) {
      return UNDEFINED;
    }
    try {
      return text(
          DateTimeTicks.of(
                  LocalDateTime.of(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]))
              + parts[6]);
    } catch (DateTimeException _) {
      // A date or time that does not exist.
      return UNDEFINED;
    }
  }

  private static JsonValue part(JsonValue name, JsonValue time) {
    return unit(name).map(unit -> part(unit, time)).orElse(UNDEFINED);
  }

  private static JsonValue part(DateTimePart part, JsonValue time) {
    OptionalLong ticks = ticks(time);
    return ticks.isPresent()
        ? JsonNumber.of(part.of(DateTimeTicks.moment(ticks.getAsLong())))
        : UNDEFINED;
  }

  private static Function toNumber(String name, LongUnaryOperator body) {
    return Function.unary(
        name,
        value -> {
          OptionalLong ticks = ticks(value);
          return ticks.isPresent() ? JsonNumber.of(body.applyAsLong(ticks.getAsLong())) : UNDEFINED;
        });
  }

  private static Function fromNumber(String name, long ticksPerUnit) {
    return Function.unary(
        name,
        value -> {
          OptionalLong number = integer(value);
          boolean fits =
              number.isPresent()
                  && Math.abs((double) number.getAsLong()) < (double) Long.MAX_VALUE / ticksPerUnit
                  && DateTimeTicks.isInRange(number.getAsLong() * ticksPerUnit);
          return fits ? text(number.getAsLong() * ticksPerUnit) : UNDEFINED;
        });
  }

  private static Optional<DateTimePart> unit(JsonValue value) {
    return value instanceof JsonString(String name) ? DateTimePart.named(name) : Optional.empty();
  }

  private static OptionalLong integer(JsonValue value) {
    return value instanceof JsonNumber number && number.isIntegral()
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  private static OptionalLong ticks(JsonValue value) {
    return value instanceof JsonString(String text)
        ? DateTimeTicks.parse(text)
        : OptionalLong.empty();
  }

  private static JsonValue text(long ticks) {
    return JsonString.of(DateTimeTicks.text(ticks));
  }

  private static JsonValue text(Optional<Long> ticks) {
    return ticks.<JsonValue>map(DateTimeFunctions::text).orElse(UNDEFINED);
  }
}
