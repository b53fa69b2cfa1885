package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.collection.FindRequest;
import dev.partita.collection.IndexHint;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline that is a find, or the number of what it finds: {@code $match}, {@code $sort}, {@code
 * $skip}, {@code $limit}, then {@code $count} or a {@code $group} of all documents with sums of 1.
 * What is beyond that, or in another order, is refused. Immutable.
 */
final class Pipeline {

  private final DocumentFilter filter;
  private final BsonDocument sort;
  private final long skip;
  private final long limit;
  private final @Nullable BsonValue groupId;
  private final List<String> counts;

  private Pipeline(Reader reader, Language language) {
    this.filter = language.filter(reader.filter());
    this.sort = reader.sort;
    this.skip = reader.skip;
    this.limit = reader.limit;
    this.groupId = reader.groupId;
    this.counts = List.copyOf(reader.counts);
  }

  /**
   * Reads the stages.
   *
   * @throws CommandFailure if they are more than a find
   */
  static Pipeline of(BsonArray stages, Language language) {
    Reader reader = new Reader();
    for (BsonValue stage : stages) {
      if (!stage.isDocument()) {
        throw MongoError.TYPE_MISMATCH.failure(
            "Each element of the 'pipeline' array must be an object");
      }
      if (stage.asDocument().size() != 1) {
        throw CommandFailure.of(
            40_323, "A pipeline stage specification object must contain exactly one field.");
      }
      reader.read(stage.asDocument().first());
    }
    return new Pipeline(reader, language);
  }

  /** The find that the stages before a count are. */
  FindRequest request(Language language, @Nullable IndexHint hint) {
    return new FindRequest(
        language.selection(filter, hint),
        language.order(sort),
        skip,
        limit,
        UnaryOperator.identity());
  }

  /** The id of the group; null if it has none. */
  @Nullable BsonValue groupId() {
    return groupId;
  }

  /** The fields that are the number of documents; empty if the documents are asked for. */
  List<String> counts() {
    return counts;
  }

  /** The stages in their order. */
  private static final class Reader {

    private enum Step {
      MATCH,
      SORT,
      SKIP,
      LIMIT,
      COUNT
    }

    private final List<BsonValue> filters = new ArrayList<>();
    private final List<String> counts = new ArrayList<>();
    private BsonDocument sort = BsonDocument.EMPTY;
    private long skip;
    private long limit;
    private @Nullable BsonValue groupId;
    private Step last = Step.MATCH;

    void read(BsonElement stage) {
      BsonValue value = stage.value();
      switch (stage.name()) {
        case "$match" -> {
          // A filter does not depend on the order, and sorting less is better.
          requireNotAfter(Step.SORT, stage);
          filters.add(
              document(value, 15_959, "the match filter must be an expression in an object"));
        }
        case "$sort" -> {
          requireNotAfter(Step.MATCH, stage);
          last = Step.SORT;
          sort =
              document(value, 15_973, "the $sort key specification must be an object").asDocument();
          if (sort.isEmpty()) {
            throw CommandFailure.of(15_976, "$sort stage must have at least one sort key");
          }
        }
        case "$skip" -> {
          requireNotAfter(Step.SORT, stage);
          last = Step.SKIP;
          skip = number(value, 5_107_200, "$skip");
        }
        case "$limit" -> {
          requireNotAfter(Step.SKIP, stage);
          last = Step.LIMIT;
          limit = number(value, 5_107_201, "$limit");
          if (limit == 0) {
            throw CommandFailure.of(15_958, "the limit must be positive");
          }
        }
        case "$count" -> {
          requireNotAfter(Step.LIMIT, stage);
          last = Step.COUNT;
          counts.add(countField(value));
        }
        case "$group" -> {
          requireNotAfter(Step.LIMIT, stage);
          last = Step.COUNT;
          group(value);
        }
        default ->
            throw MongoError.INVALID_STAGE.failure(
                "Unrecognized pipeline stage name: '" + stage.name() + "'");
      }
    }

    BsonDocument filter() {
      return filters.isEmpty()
          ? BsonDocument.EMPTY
          : BsonDocument.of("$and", BsonArray.of(filters).toValue());
    }

    private void requireNotAfter(Step latest, BsonElement stage) {
      if (last.compareTo(latest) > 0) {
        throw MongoError.COMMAND_NOT_SUPPORTED.failure(
            "The stage "
                + stage.name()
                + " is not supported by this server at that place: stages are $match, $sort,"
                + " $skip, $limit, and $count or $group, in this order.");
      }
    }

    private static BsonValue document(BsonValue value, int code, String text) {
      if (!value.isDocument()) {
        throw CommandFailure.of(code, text);
      }
      return value;
    }

    private static long number(BsonValue value, int code, String stage) {
      Long number = value.isNumber() ? BsonNumbers.exactLong(value) : null;
      if (number == null || number < 0) {
        throw CommandFailure.of(
            code,
            "invalid argument to "
                + stage
                + " stage: Expected a non-negative number in: "
                + stage
                + ": "
                + value);
      }
      return number;
    }

    private static String countField(BsonValue value) {
      if (!value.isString()) {
        throw CommandFailure.of(40_156, "the count field must be a non-empty string");
      }
      String field = value.asString();
      if (field.isEmpty()) {
        throw CommandFailure.of(40_157, "the count field must be a non-empty string");
      }
      if (field.startsWith("$")) {
        throw CommandFailure.of(40_158, "the count field cannot be a $-prefixed path");
      }
      if (field.contains(".")) {
        throw CommandFailure.of(40_160, "the count field cannot contain '.'");
      }
      return field;
    }

    private void group(BsonValue value) {
      BsonDocument group =
          document(value, 15_947, "a group's fields must be specified in an object").asDocument();
      for (BsonElement field : group) {
        if (field.name().equals("_id")) {
          groupId = constant(field.value());
        } else {
          requireSumOfOne(field);
          counts.add(field.name());
        }
      }
      if (groupId == null) {
        throw CommandFailure.of(15_955, "a group specification must include an _id");
      }
      if (counts.isEmpty()) {
        throw unsupportedGroup();
      }
    }

    private static BsonValue constant(BsonValue id) {
      boolean expression =
          id.isDocument()
              || id.isArray()
              || (id.type() == BsonType.STRING && id.asString().startsWith("$"));
      if (expression) {
        throw unsupportedGroup();
      }
      return id;
    }

    private static void requireSumOfOne(BsonElement field) {
      BsonDocument sum =
          field.value().isDocument() ? field.value().asDocument() : BsonDocument.EMPTY;
      BsonValue one = sum.size() == 1 ? sum.get("$sum") : null;
      if (one == null || one.type() != BsonType.INT32 || one.asInt32() != 1) {
        throw unsupportedGroup();
      }
    }

    private static CommandFailure unsupportedGroup() {
      return MongoError.COMMAND_NOT_SUPPORTED.failure(
          "The stage $group is supported by this server with a constant _id and fields that are"
              + " {$sum: 1} only.");
    }
  }
}
