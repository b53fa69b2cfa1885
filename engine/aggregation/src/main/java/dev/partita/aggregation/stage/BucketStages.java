package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stage that groups by intervals: a group of a choice, sorted. */
final class BucketStages {

  static final StageDefinition DEFINITION = StageDefinition.of("$bucket", BucketStages::parse);

  private BucketStages() {}

  private static void parse(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(
            value,
            40_201,
            "Argument to $bucket stage must be an object, but found type: "
                + value.type().alias()
                + ".");
    BsonValue by = null;
    List<BsonValue> boundaries = null;
    BsonValue otherwise = null;
    BsonDocument output = null;
    for (BsonElement field : fields) {
      BsonValue given = field.value();
      switch (field.name()) {
        case "groupBy" -> {
          requireExpression(given, 40_202, "$bucket", "expression", ".");
          by = given;
        }
        case "boundaries" -> boundaries = boundaries(given, scope);
        case "default" -> {
          otherwise = constant(given, scope);
          if (otherwise == null) {
            throw new MqlException(
                40_195,
                "The $bucket 'default' field must be a constant expression, but found: "
                    + ErrorText.of(given)
                    + ".");
          }
        }
        case "output" -> output = output(given, 40_196, "$bucket", ".");
        default ->
            throw new MqlException(40_197, "Unrecognized option to $bucket: " + field.name() + ".");
      }
    }
    if (by == null || boundaries == null) {
      throw new MqlException(
          40_198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
    }
    requireOutside(otherwise, boundaries, scope);
    expand(by, boundaries, otherwise, output, scope);
  }

  static void requireExpression(BsonValue by, int code, String stage, String what, String end) {
    boolean expression =
        by.isDocument()
            ? !by.asDocument().isEmpty()
            : by.type() == BsonType.STRING && by.asString().startsWith("$");
    if (!expression) {
      throw new MqlException(
          code,
          "The "
              + stage
              + " 'groupBy' field must be defined as a $-prefixed path or an "
              + what
              + ", but found: "
              + ErrorText.of(by)
              + end);
    }
  }

  static BsonDocument output(BsonValue value, int code, String stage, String end) {
    return StageScope.document(
        value,
        code,
        "The "
            + stage
            + " 'output' field must be an object, but found type: "
            + value.type().alias()
            + end);
  }

  private static @Nullable BsonValue constant(BsonValue value, StageScope scope) {
    Expression expression = scope.expression(value);
    return AggregationExpressions.isConstant(expression)
        ? expression.evaluate(BsonDocument.EMPTY, Variables.NONE)
        : null;
  }

  private static List<BsonValue> boundaries(BsonValue value, StageScope scope) {
    if (!value.isArray()) {
      throw new MqlException(
          40_200,
          "The $bucket 'boundaries' field must be an array, but found type: "
              + value.type().alias()
              + ".");
    }
    List<BsonValue> boundaries = new ArrayList<>();
    for (BsonValue each : value.asArray()) {
      BsonValue boundary = constant(each, scope);
      if (boundary == null) {
        throw new MqlException(
            40_191,
            "The $bucket 'boundaries' field must be an array of constant values, but found value: "
                + ErrorText.of(each)
                + ".");
      }
      boundaries.add(boundary);
    }
    if (boundaries.size() < 2) {
      throw new MqlException(
          40_192,
          "The $bucket 'boundaries' field must have at least 2 values, but found "
              + boundaries.size()
              + " value(s).");
    }
    requireAscending(boundaries, scope);
    return boundaries;
  }

  private static void requireAscending(List<BsonValue> boundaries, StageScope scope) {
    for (int i = 1; i < boundaries.size(); i++) {
      BsonValue lower = boundaries.get(i - 1);
      BsonValue upper = boundaries.get(i);
      boolean comparable = lower.type() == upper.type() || (lower.isNumber() && upper.isNumber());
      if (!comparable) {
        throw new MqlException(
            40_193,
            "All values in the the 'boundaries' option to $bucket must have the same type. Found"
                + " conflicting types "
                + lower.type().alias()
                + " and "
                + upper.type().alias()
                + ".");
      }
      if (scope.order().compare(lower, upper) >= 0) {
        throw new MqlException(
            40_194,
            "The 'boundaries' option to $bucket must be sorted, but elements "
                + (i - 1)
                + " and "
                + i
                + " are not in ascending order ("
                + AggregationExpressions.text(lower)
                + " is not less than "
                + AggregationExpressions.text(upper)
                + ").");
      }
    }
  }

  private static void requireOutside(
      @Nullable BsonValue otherwise, List<BsonValue> boundaries, StageScope scope) {
    if (otherwise != null
        && scope.order().compare(otherwise, boundaries.getFirst()) >= 0
        && scope.order().compare(otherwise, boundaries.getLast()) < 0) {
      throw new MqlException(
          40_199,
          "The $bucket 'default' field must be less than the lowest boundary or greater than or"
              + " equal to the highest boundary.");
    }
  }

  private static void expand(
      BsonValue by,
      List<BsonValue> boundaries,
      @Nullable BsonValue otherwise,
      @Nullable BsonDocument output,
      StageScope scope) {
    BsonBuilder group = BsonDocument.builder().startDocument("_id").startDocument("$switch");
    group.startArray("branches");
    for (int i = 1; i < boundaries.size(); i++) {
      BsonValue lower = literal(boundaries.get(i - 1));
      group.startDocument().startDocument("case").startArray("$and");
      group.startDocument().put("$gte", BsonArray.of(by, lower)).end();
      group.startDocument().put("$lt", BsonArray.of(by, literal(boundaries.get(i)))).end();
      group.end().end().put("then", lower).end();
    }
    group.end();
    if (otherwise != null) {
      group.put("default", literal(otherwise));
    }
    group.end().end();
    if (output == null) {
      group.put("count", BsonDocument.of("$sum", BsonValue.int32(1)));
    } else {
      group.putAll(output);
    }
    scope.expand("$group", group.build().toValue());
    scope.expand("$sort", BsonDocument.of("_id", BsonValue.int32(1)).toValue());
  }

  private static BsonValue literal(BsonValue value) {
    return BsonDocument.of("$const", value).toValue();
  }
}
