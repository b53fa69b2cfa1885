package dev.partita.query.function;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonUndefined;
import dev.partita.query.evaluate.Choice;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Logic;
import dev.partita.query.evaluate.Row;
import java.util.List;
import java.util.stream.Stream;

/** Functions that return one of their arguments. Pure functions. */
final class ConditionalFunctions {

  private static final Evaluator UNDEFINED = Constant.of(JsonUndefined.UNDEFINED);

  private ConditionalFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        Function.bound(
            "IIF",
            3,
            3,
            (arguments, _) ->
                Logic.conditional(arguments.get(0), arguments.get(1), arguments.get(2))),
        Function.bound(
            "CHOOSE",
            2,
            Function.UNBOUNDED,
            (arguments, _) ->
                new Choice(
                    row -> chosen(arguments, row),
                    arguments.stream().skip(1).anyMatch(Evaluator::mayBeNonFinite))));
  }

  /** CHOOSE: the argument at a position, counted from one. */
  private static Evaluator chosen(List<Evaluator> arguments, Row row) {
    return arguments.getFirst().value(row) instanceof JsonNumber number
            && number.isIntegral()
            && number.longValue() >= 1
            && number.longValue() < arguments.size()
        ? arguments.get((int) number.longValue())
        : UNDEFINED;
  }
}
