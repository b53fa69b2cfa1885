package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.LimitStage;
import dev.partita.aggregation.pipeline.MatchStage;
import dev.partita.aggregation.pipeline.SkipStage;
import dev.partita.aggregation.pipeline.SortStage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.sort.SortPattern;
import java.util.List;

/** Stages that choose among documents and order them. */
final class RowStages {

  private RowStages() {}

  static List<StageDefinition> all() {
    return List.of(
        StageDefinition.of("$match", RowStages::match),
        StageDefinition.of("$sort", RowStages::sort),
        StageDefinition.of("$limit", RowStages::limit),
        StageDefinition.of("$skip", RowStages::skip),
        StageDefinition.of("$count", RowStages::count),
        StageDefinition.of("$sortByCount", RowStages::sortByCount),
        StageDefinition.of("$sample", SampleStage::parse),
        StageDefinition.of("$redact", RedactStage::parse));
  }

  private static void match(BsonValue value, StageScope scope) {
    BsonDocument filter =
        StageScope.document(value, 15_959, "the match filter must be an expression in an object");
    scope.add(value, new MatchStage(DocumentFilter.parse(filter, scope.context())));
  }

  private static void sort(BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(value, 15_973, "the $sort key specification must be an object");
    if (fields.isEmpty()) {
      throw new MqlException(15_976, "$sort stage must have at least one sort key");
    }
    scope.add(value, new SortStage(SortPattern.parse(fields, scope.context()), 0));
  }

  private static void limit(BsonValue value, StageScope scope) {
    long count = number("$limit", 5_107_201, value);
    if (count == 0) {
      throw new MqlException(15_958, "the limit must be positive");
    }
    scope.add(BsonValue.int64(count), new LimitStage(count));
  }

  private static void skip(BsonValue value, StageScope scope) {
    long count = number("$skip", 5_107_200, value);
    scope.add(BsonValue.int64(count), new SkipStage(count));
  }

  private static long number(String stage, int code, BsonValue value) {
    String text = stage + ": " + ErrorText.of(value);
    Long count = value.isNumber() ? BsonNumbers.exactLong(value) : null;
    if (!value.isNumber()) {
      throw invalid(stage, code, "Expected a number in: " + text);
    }
    if (count == null) {
      throw invalid(stage, code, "Expected an integer: " + text);
    }
    if (count < 0) {
      throw invalid(stage, code, "Expected a non-negative number in: " + text);
    }
    return count;
  }

  private static MqlException invalid(String stage, int code, String text) {
    return new MqlException(code, "invalid argument to " + stage + " stage: " + text);
  }

  private static void count(BsonValue value, StageScope scope) {
    if (!value.isString()) {
      throw new MqlException(40_156, "the count field must be a non-empty string");
    }
    String field = value.asString();
    if (field.isEmpty()) {
      throw new MqlException(40_157, "the count field must be a non-empty string");
    }
    if (field.startsWith("$")) {
      throw new MqlException(40_158, "the count field cannot be a $-prefixed path");
    }
    if (field.indexOf(0) >= 0) {
      throw new MqlException(40_159, "the count field cannot contain a null byte");
    }
    if (field.contains(".")) {
      throw new MqlException(40_160, "the count field cannot contain '.'");
    }
    BsonBuilder group = BsonDocument.builder().put("_id", BsonValue.NULL);
    if (!field.equals("_id")) {
      group.put(field, BsonDocument.of("$sum", BsonValue.int32(1)));
    }
    scope.expand("$group", group.build().toValue());
    scope.expand("$project", BsonDocument.of("_id", BsonValue.FALSE).toValue());
  }

  private static void sortByCount(BsonValue value, StageScope scope) {
    if (value.isDocument()) {
      BsonDocument expression = value.asDocument();
      if (expression.isEmpty() || !expression.first().name().startsWith("$")) {
        throw new MqlException(
            40_147,
            "the sortByCount field must be defined as a $-prefixed path or an expression inside an"
                + " object");
      }
    } else if (value.type() == BsonType.STRING) {
      if (!value.asString().startsWith("$")) {
        throw new MqlException(
            40_148,
            "the sortByCount field must be defined as a $-prefixed path or an expression inside an"
                + " object");
      }
    } else {
      throw new MqlException(
          40_149, "the sortByCount field must be specified as a string or as an object");
    }
    scope.expand(
        "$group",
        BsonDocument.builder()
            .put("_id", value)
            .put("count", BsonDocument.of("$sum", BsonValue.int32(1)))
            .build()
            .toValue());
    scope.expand("$sort", BsonDocument.of("count", BsonValue.int32(-1)).toValue());
  }
}
