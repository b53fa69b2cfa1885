package dev.partita.aggregation.stage;

import dev.partita.aggregation.accumulator.Accumulator;
import dev.partita.aggregation.accumulator.Accumulators;
import dev.partita.aggregation.accumulator.PercentileAccumulator;
import dev.partita.aggregation.accumulator.TopAccumulator;
import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.expression.PercentileArguments;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import dev.partita.mql.sort.SortPattern;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Parser of accumulators. Pure functions. */
final class AccumulatorParser {

  private AccumulatorParser() {}

  /** The accumulator of a name; null if there is none of it. */
  static @Nullable AccumulatorExpression parse(String name, BsonValue argument, StageScope scope) {
    Accumulator.Maker unary = Accumulators.unary(name, scope.order());
    if (unary != null) {
      if (argument.isArray()) {
        throw new MqlException(40_237, "The " + name + " accumulator is a unary operator");
      }
      return new AccumulatorExpression(scope.expression(argument), null, unary);
    }
    return switch (name) {
      case "$count" -> count(argument, scope);
      case "$firstN", "$lastN", "$minN", "$maxN" -> some(name, argument, scope);
      case "$top", "$bottom", "$topN", "$bottomN" -> top(name, argument, scope);
      case "$median", "$percentile" -> percentile(name, argument, scope);
      case "$accumulator" ->
          throw new MqlException(
              MqlCode.COMMAND_NOT_SUPPORTED,
              "$accumulator is not supported: it would run JavaScript.");
      default -> null;
    };
  }

  private static AccumulatorExpression count(BsonValue argument, StageScope scope) {
    if (!argument.isDocument() || !argument.asDocument().isEmpty()) {
      throw MqlException.typeMismatch("$count takes no arguments, i.e. $count:{}");
    }
    Accumulator.Maker sum = Accumulators.unary("$sum", scope.order());
    return new AccumulatorExpression(
        (_, _) -> BsonValue.int32(1), null, Objects.requireNonNull(sum));
  }

  private static AccumulatorExpression some(String name, BsonValue argument, StageScope scope) {
    BsonDocument fields = specification(name, argument, 5_787_801);
    BsonValue count = null;
    BsonValue input = null;
    for (BsonElement field : fields) {
      switch (field.name()) {
        case "n" -> count = field.value();
        case "input" -> input = field.value();
        default ->
            throw new MqlException(5_787_901, "Unknown argument for 'n' operator: " + field.name());
      }
    }
    if (count == null) {
      throw new MqlException(5_787_906, "Missing value for 'n'");
    }
    if (input == null) {
      throw new MqlException(5_787_907, "Missing value for 'input'");
    }
    BsonOrder order = scope.order();
    return new AccumulatorExpression(
        scope.expression(input),
        scope.expression(count),
        wanted -> Accumulators.some(name, order, AggregationExpressions.count(name, wanted)));
  }

  private static BsonDocument specification(String name, BsonValue argument, int code) {
    return StageScope.document(
        argument,
        code,
        "specification must be an object; found " + name + ": " + ErrorText.of(argument));
  }

  private static AccumulatorExpression top(String name, BsonValue argument, StageScope scope) {
    boolean single = !name.endsWith("N");
    BsonValue count = null;
    BsonValue output = null;
    BsonValue by = null;
    for (BsonElement field : specification(name, argument, 5_788_001)) {
      switch (field.name()) {
        case "n" -> {
          if (single) {
            throw new MqlException(5_788_002, "Unknown argument to " + name + " 'n'");
          }
          count = field.value();
        }
        case "output" -> output = field.value();
        case "sortBy" -> {
          if (!field.value().isDocument()) {
            throw new MqlException(10_065, "invalid parameter: expected an object (sortBy)");
          }
          by = field.value();
        }
        default ->
            throw new MqlException(
                5_788_002, "Unknown argument to " + name + " '" + field.name() + "'");
      }
    }
    if (count == null && !single) {
      throw new MqlException(5_788_003, "Missing value for 'n'");
    }
    if (output == null) {
      throw new MqlException(5_788_004, "Missing value for 'output'");
    }
    if (by == null) {
      throw new MqlException(5_788_005, "Missing value for 'sortBy'");
    }
    SortPattern pattern = SortPattern.parse(by.asDocument(), scope.context());
    Comparator<BsonDocument> order = sorted(pattern, scope.order());
    boolean first = name.startsWith("$top");
    return new AccumulatorExpression(
        entry(pattern, scope.expression(output)),
        count == null ? null : scope.expression(count),
        wanted ->
            new TopAccumulator(
                name,
                order,
                first,
                single ? 1 : AggregationExpressions.count(name, wanted),
                single));
  }

  /** What is sorted by and what is put out, of one document. */
  private static Expression entry(SortPattern pattern, Expression output) {
    return (document, variables) -> {
      BsonBuilder entry = BsonDocument.builder().startDocument(TopAccumulator.SORTED);
      for (SortPattern.Field field : pattern.fields()) {
        entry.put("", pattern.value(document, field));
      }
      entry.end();
      BsonValue value = output.evaluate(document, variables);
      return (value == null ? entry : entry.put(TopAccumulator.OUTPUT, value)).build().toValue();
    };
  }

  private static Comparator<BsonDocument> sorted(SortPattern pattern, BsonOrder order) {
    return (first, second) -> {
      Iterator<BsonElement> other = second.iterator();
      Iterator<SortPattern.Field> fields = pattern.fields().iterator();
      for (BsonElement element : first) {
        int compared = order.compare(element.value(), other.next().value());
        boolean ascending = fields.next().ascending();
        if (compared != 0) {
          return ascending ? compared : -compared;
        }
      }
      return 0;
    };
  }

  private static AccumulatorExpression percentile(
      String name, BsonValue argument, StageScope scope) {
    PercentileArguments parsed = PercentileArguments.parse(name, argument, scope.expressions());
    return new AccumulatorExpression(
        parsed.input(),
        null,
        _ -> new PercentileAccumulator(name, parsed.wanted(), name.equals("$median")));
  }
}
