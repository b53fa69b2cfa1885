package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.Mapping;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.projection.Projection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stages that give each document another shape. */
final class ShapeStages {

  private ShapeStages() {}

  static List<StageDefinition> all() {
    return List.of(
        StageDefinition.of("$project", ShapeStages::project),
        StageDefinition.of("$addFields", ShapeStages::addFields),
        StageDefinition.of("$set", ShapeStages::addFields),
        StageDefinition.of("$unset", ShapeStages::unset),
        StageDefinition.of("$replaceRoot", ShapeStages::replaceRoot),
        StageDefinition.of(
            "$replaceWith", (value, scope) -> replace(value, "'replacement document'", scope)));
  }

  private static void project(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(value, 15_969, "$project specification must be an object");
    Projection projection = scope.naming(() -> Projection.parseStage(fields, scope.context()));
    Mapping mapping = projection::apply;
    scope.add(value, mapping);
  }

  private static void addFields(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(
            value,
            40_272,
            scope.name() + " specification stage must be an object, got " + value.type().alias());
    scope.add(value, scope.naming(() -> FieldAdditions.parse(fields, scope)));
  }

  private static void unset(BsonValue value, StageScope scope) {
    if (!value.isString() && !value.isArray()) {
      throw new MqlException(31_002, "$unset specification must be a string or an array");
    }
    List<BsonValue> paths = value.isString() ? List.of(value) : value.asArray().values();
    if (paths.isEmpty()) {
      throw new MqlException(
          31_119, "$unset specification must be a string or an array with at least one field");
    }
    BsonBuilder fields = BsonDocument.builder();
    for (BsonValue path : paths) {
      if (!path.isString()) {
        throw new MqlException(
            31_120,
            "$unset specification must be a string or an array containing only string values");
      }
      fields.put(path.asString(), 0);
    }
    Projection projection =
        scope.naming(() -> Projection.parseStage(fields.build(), scope.context()));
    Mapping mapping = projection::apply;
    scope.add(value, mapping);
  }

  private static void replaceRoot(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(
            value,
            40_229,
            "expected an object as specification for $replaceRoot stage, got "
                + value.type().alias());
    StageOptions options = new StageOptions("$replaceRoot", fields);
    BsonValue newRoot = options.value("newRoot");
    options.finish();
    if (newRoot == null) {
      newRoot = options.required("newRoot");
    }
    replace(newRoot, "'newRoot' expression", scope);
  }

  private static void replace(BsonValue newRoot, String what, StageScope scope) {
    Expression expression = scope.expression(newRoot);
    Mapping mapping =
        (document, variables) -> {
          BsonValue root = expression.evaluate(document, variables);
          if (root == null || !root.isDocument()) {
            throw notDocument(what, root, document);
          }
          return root.asDocument();
        };
    BsonValue text =
        scope.name().equals("$replaceRoot")
            ? BsonDocument.of("newRoot", newRoot).toValue()
            : newRoot;
    scope.add(text, mapping);
  }

  private static MqlException notDocument(
      String what, @Nullable BsonValue value, BsonDocument document) {
    return new MqlException(
        40_228,
        what
            + "  must evaluate to an object, but resulting value was: "
            + AggregationExpressions.text(value)
            + ". Type of resulting value: '"
            + (value == null ? "missing" : value.type().alias())
            + "'. Input document: "
            + AggregationExpressions.text(document.toValue()));
  }
}
