package dev.partita.mql.update;

import dev.partita.base.error.DatabaseException;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValidator;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.DocumentFilter;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A parsed update: operators, a whole document, or a pipeline. Immutable; safe for use by any
 * number of threads.
 */
public final class Update {

  private static final String ID = "_id";

  private final BsonValue source;
  private final Map<String, ArrayFilter> filters;
  private final Kind kind;

  private sealed interface Kind {}

  private record Operators(UpdateNode.Inner root) implements Kind {}

  private record Whole(Replacement replacement) implements Kind {}

  private record Pipeline(PipelineParser.Transformation transformation) implements Kind {}

  private Update(BsonValue source, Map<String, ArrayFilter> filters, Kind kind) {
    this.source = source;
    this.filters = filters;
    this.kind = kind;
  }

  /**
   * Parses the argument of an update.
   *
   * @param arrayFilters the filters for elements of arrays, or null
   * @throws MqlException if it is none
   */
  public static Update parse(
      BsonValue update,
      @Nullable BsonArray arrayFilters,
      MqlContext context,
      PipelineParser pipelines) {
    if (update.isArray()) {
      if (arrayFilters != null) {
        throw MqlException.failedToParse(
            "arrayFilters may not be specified for pipeline-syle updates");
      }
      return new Update(update, Map.of(), new Pipeline(pipelines.parse(update.asArray())));
    }
    if (!update.isDocument()) {
      throw MqlException.failedToParse("Update argument must be either an object or an array");
    }
    Map<String, ArrayFilter> filters = ArrayFilter.parse(arrayFilters, context);
    BsonDocument document = update.asDocument();
    if (document.isEmpty() || !document.first().name().startsWith("$")) {
      if (!filters.isEmpty()) {
        throw MqlException.failedToParse(
            "arrayFilters may not be specified for replacement-style updates");
      }
      return new Update(update, filters, new Whole(Replacement.parse(document)));
    }
    return new Update(
        update, filters, new Operators(new ModifierParser(context, filters).parse(document)));
  }

  /** The update as it was written. */
  public BsonValue source() {
    return source;
  }

  /** Whether the update is a whole document, which only one document can take. */
  public boolean isReplacement() {
    return kind instanceof Whole;
  }

  /**
   * Applies the update to a document.
   *
   * @throws MqlException if the document does not allow it
   */
  public UpdateResult apply(BsonDocument before, UpdateScope scope) {
    UpdateResult result =
        switch (kind) {
          case Operators(UpdateNode.Inner root) ->
              new TreeUpdate(before, scope, filters).apply(root);
          case Whole(Replacement replacement) -> replacement.apply(before);
          case Pipeline(PipelineParser.Transformation transformation) -> {
            BsonDocument after =
                Replacement.withId(before, transformation.apply(before, scope.variables()));
            yield after.equals(before)
                ? new UpdateResult(before, false, UpdateDescription.NONE)
                : new UpdateResult(after, true, DocumentDifference.between(before, after));
          }
        };
    return result.isModified()
        ? new UpdateResult(checked(result.document()), true, result.description())
        : result;
  }

  /**
   * The document that an upsert inserts when its query finds none.
   *
   * @param newId gives the id if neither the query nor the update does
   */
  public BsonDocument insert(DocumentFilter query, UpdateScope scope, Supplier<BsonValue> newId) {
    BsonDocument start =
        kind instanceof Whole
            ? UpsertFields.idOf(query.predicate())
            : UpsertFields.of(query.predicate());
    BsonDocument made = apply(start, scope.forInsert()).document();
    BsonValue id = made.get(ID);
    BsonBuilder document = new BsonBuilder(made.byteLength() + 32);
    document.put(ID, id == null ? newId.get() : requireId(id));
    for (var element : made) {
      if (!element.name().equals(ID)) {
        document.put(element.name(), element.value());
      }
    }
    return checked(document.build());
  }

  /** Fails for values that no id can have. */
  public static BsonValue requireId(BsonValue id) {
    BsonType type = id.type();
    if (type == BsonType.ARRAY || type == BsonType.REGEX || type == BsonType.UNDEFINED) {
      throw new MqlException(
          MqlCode.INVALID_ID_FIELD, "The '_id' value cannot be of type " + type.alias());
    }
    return id;
  }

  /** Fails for documents that an update made too large or too deep. */
  private static BsonDocument checked(BsonDocument document) {
    if (document.byteLength() > BsonValidator.MAX_DOCUMENT_BYTES) {
      throw new MqlException(
          17419,
          "Resulting document after update is larger than " + BsonValidator.MAX_DOCUMENT_BYTES);
    }
    try {
      BsonDocument.read(document.toBytes());
      return document;
    } catch (DatabaseException e) {
      throw new MqlException(
          MqlCode.OVERFLOW, "The document after the update is not valid: " + e.text());
    }
  }
}
