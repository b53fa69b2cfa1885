package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.collection.DocumentChange;
import dev.partita.collection.FilterBounds;
import dev.partita.collection.IndexHint;
import dev.partita.collection.Selection;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What filters, updates, orders and projections of commands mean. Pure functions. */
final class Language {

  private Language() {}

  /**
   * Reads a filter.
   *
   * @param collation null for none
   * @param let variables; null for none
   */
  static Selection selection(
      BsonDocument filter,
      @Nullable BsonDocument collation,
      @Nullable BsonDocument let,
      @Nullable IndexHint hint) {
    refuse(collation, "collation");
    refuse(let, "let");
    if (filter.isEmpty()) {
      return new Selection(_ -> true, FilterBounds.NONE, hint);
    }
    BsonValue id = filter.get("_id");
    if (id == null || filter.size() > 1 || id.isArray() || id.type() == BsonType.REGEX) {
      throw unsupported("Filters on other fields than _id");
    }
    Predicate<BsonDocument> matches;
    if (id.isDocument()
        && !id.asDocument().isEmpty()
        && id.asDocument().first().name().startsWith("$")) {
      BsonElement only = id.asDocument().first();
      boolean plain = only.name().equals("$in") && only.value().isArray();
      if (!plain || id.asDocument().size() > 1) {
        throw unsupported("Operators on _id other than $in");
      }
      BsonArray all = only.value().asArray();
      if (all.stream().anyMatch(each -> each.type() == BsonType.REGEX)) {
        throw unsupported("Patterns for _id");
      }
      matches = document -> all.stream().anyMatch(each -> hasId(document, each));
    } else {
      matches = document -> hasId(document, id);
    }
    return new Selection(matches, FilterBounds.of(filter), hint);
  }

  private static boolean hasId(BsonDocument document, BsonValue id) {
    BsonValue own = document.get("_id");
    return own != null && BsonOrder.SIMPLE.equal(own, id);
  }

  /** An update, and the document that it inserts where there is none. */
  record Update(DocumentChange change, Supplier<BsonDocument> upsert) {}

  static Update update(
      BsonValue update,
      BsonDocument filter,
      @Nullable BsonArray arrayFilters,
      @Nullable BsonDocument collation,
      @Nullable BsonDocument let) {
    if (!isReplacement(update)) {
      throw unsupported("Update operators");
    }
    BsonDocument replacement = update.asDocument();
    return new Update(
        document -> withId(replacement, Objects.requireNonNull(document.get("_id"))),
        () -> {
          BsonValue id = filter.get("_id");
          return id == null ? replacement : withId(replacement, id);
        });
  }

  /** Whether an update is the document itself rather than what to do with it. */
  static boolean isReplacement(BsonValue update) {
    return update.isDocument()
        && (update.asDocument().isEmpty() || !update.asDocument().first().name().startsWith("$"));
  }

  private static BsonDocument withId(BsonDocument replacement, BsonValue id) {
    var complete = BsonDocument.builder().put("_id", id);
    replacement.forEach(
        field -> {
          if (!field.name().equals("_id")) {
            complete.put(field.name(), field.value());
          }
        });
    return complete.build();
  }

  static @Nullable Comparator<BsonDocument> order(
      BsonDocument sort, @Nullable BsonDocument collation) {
    if (sort.isEmpty()) {
      return null;
    }
    throw unsupported("Sorting");
  }

  /** The order by which values are the same ones. */
  static BsonOrder order(@Nullable BsonDocument collation) {
    refuse(collation, "collation");
    return BsonOrder.SIMPLE;
  }

  static boolean isNegative(BsonValue number) {
    return BsonNumbers.toDouble(number) < 0;
  }

  static UnaryOperator<BsonDocument> projection(BsonDocument projection, BsonDocument filter) {
    if (projection.isEmpty()) {
      return UnaryOperator.identity();
    }
    throw unsupported("Projections");
  }

  private static void refuse(@Nullable BsonDocument option, String name) {
    if (option != null && !option.isEmpty()) {
      throw unsupported("The option " + name);
    }
  }

  private static CommandFailure unsupported(String what) {
    return MongoError.COMMAND_NOT_SUPPORTED.failure(what + " are not supported by this server.");
  }
}
