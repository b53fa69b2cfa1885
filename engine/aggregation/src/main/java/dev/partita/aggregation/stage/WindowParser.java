package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of the stage with window functions. Pure functions. */
final class WindowParser {

  static final StageDefinition DEFINITION =
      StageDefinition.of("$setWindowFields", WindowParser::parse);

  private static final Set<String> NO_WINDOW_FUNCTIONS = Set.of("$mergeObjects", "$accumulator");

  private WindowParser() {}

  private static void parse(BsonValue value, StageScope scope) {
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "the $setWindowFields stage specification must be an object, found "
              + value.type().alias());
    }
    StageOptions options = new StageOptions("$setWindowFields", value.asDocument());
    BsonDocument output = options.requiredDocument("output");
    BsonValue by = options.value("partitionBy");
    BsonDocument sortBy = options.document("sortBy");
    options.finish();
    SortPattern order =
        sortBy == null || sortBy.isEmpty() ? null : SortPattern.parse(sortBy, scope.context());
    List<WindowStage.Output> outputs = new ArrayList<>();
    for (BsonElement field : output) {
      outputs.add(
          new WindowStage.Output(NestedField.of(field.name()), function(field, order, scope)));
    }
    Expression partition = by == null ? null : scope.expression(by);
    scope.add(value, new WindowStage(partition, order, List.copyOf(outputs), scope.order()));
  }

  private static WindowFunction function(
      BsonElement field, @Nullable SortPattern order, StageScope scope) {
    if (!field.value().isDocument()) {
      throw MqlException.failedToParse("The field '" + field.name() + "' must be an object");
    }
    BsonElement named = null;
    BsonValue window = null;
    for (BsonElement each : field.value().asDocument()) {
      if (each.name().startsWith("$")) {
        if (named != null) {
          throw MqlException.failedToParse("Cannot specify two functions in window function spec");
        }
        named = each;
      } else if (each.name().equals("window")) {
        window = each.value();
      } else if (named == null) {
        throw notFunction(each.name());
      } else {
        throw MqlException.failedToParse(
            "Window function found an unknown argument: " + each.name());
      }
    }
    if (named == null) {
      throw window == null
          ? MqlException.failedToParse("Expected a $-prefixed window function")
          : notFunction("window");
    }
    WindowFunction own = SeriesFunctions.parse(named, window, order, scope);
    if (own != null) {
      return own;
    }
    AccumulatorExpression accumulator =
        NO_WINDOW_FUNCTIONS.contains(named.name())
            ? null
            : AccumulatorParser.parse(named.name(), named.value(), scope);
    if (accumulator == null) {
      throw MqlException.failedToParse("Unrecognized window function, " + named.name());
    }
    return new WindowAccumulation(
        accumulator, window == null ? WindowBounds.ALL : WindowBounds.parse(window, order));
  }

  private static MqlException notFunction(String name) {
    return MqlException.failedToParse("Expected a $-prefixed window function, " + name);
  }
}
