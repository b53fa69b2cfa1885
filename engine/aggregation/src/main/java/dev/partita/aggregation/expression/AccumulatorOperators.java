package dev.partita.aggregation.expression;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.aggregation.accumulator.Accumulators;
import dev.partita.aggregation.accumulator.PercentileAccumulator;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Accumulators over the elements of an array, or over several operands. */
final class AccumulatorOperators {

  private AccumulatorOperators() {}

  static void addTo(Operators operators) {
    for (String name : List.of("$sum", "$avg", "$min", "$max", "$stdDevPop", "$stdDevSamp")) {
      operators.add(
          name,
          (argument, reader) ->
              new Accumulated(
                  Operators.operands(argument, reader),
                  Objects.requireNonNull(Accumulators.unary(name, reader.order()))));
    }
    for (String name : List.of("$median", "$percentile")) {
      operators.add(
          name,
          (argument, reader) -> {
            PercentileArguments parsed = PercentileArguments.parse(name, argument, reader::parse);
            return new Accumulated(
                List.of(parsed.input()),
                _ -> new PercentileAccumulator(name, parsed.wanted(), name.equals("$median")));
          });
    }
  }

  private record Accumulated(List<Expression> operands, Accumulator.Maker maker)
      implements Expression {

    @Override
    public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
      Accumulator state = maker.make(null);
      boolean single = operands.size() == 1;
      for (Expression operand : operands) {
        BsonValue value = operand.evaluate(document, variables);
        if (single && value != null && value.isArray()) {
          value.asArray().forEach(state::add);
        } else {
          state.add(value);
        }
      }
      return state.result();
    }
  }
}
