package dev.partita.mongo.command;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.Mapping;
import dev.partita.aggregation.pipeline.PipelineLanguage;
import dev.partita.aggregation.pipeline.PipelineReader;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.stage.Stages;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.collection.DocumentChange;
import dev.partita.collection.IndexHint;
import dev.partita.collection.Selection;
import dev.partita.mql.Collation;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.projection.Projection;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.query.MatchTrace;
import dev.partita.mql.sort.SortPattern;
import dev.partita.mql.update.PipelineParser;
import dev.partita.mql.update.Update;
import dev.partita.mql.update.UpdateScope;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the filters, updates, orders and projections of one statement mean, by its collation.
 * Immutable. All methods throw {@link MqlException} for what is none of the query language.
 */
final class Language {

  private static final PipelineReader UPDATES = new PipelineReader(Stages.all());

  private final MqlContext context;
  private final AggregationExpressions expressions;

  private Language(@Nullable Collation collation, AggregationExpressions expressions) {
    this.context = new MqlContext(collation, expressions);
    this.expressions = expressions;
  }

  /**
   * The language of a statement.
   *
   * @param collation null for none
   * @param let variables for expressions; null for none
   * @param nowMillis what expressions take for now
   */
  static Language of(@Nullable BsonDocument collation, @Nullable BsonDocument let, long nowMillis) {
    Collation parsed = collation == null ? null : Collation.parse(collation);
    try {
      return new Language(
          parsed,
          AggregationExpressions.of(
              BsonOrder.of(parsed),
              BsonValue.date(nowMillis),
              let == null ? BsonDocument.EMPTY : let,
              new Random()));
    } catch (MqlException e) {
      throw new MqlException(e.code(), "Invalid 'let' parameter :: caused by :: " + e.text());
    }
  }

  /** What pipelines are read with. */
  PipelineLanguage pipeline(String database) {
    return new PipelineLanguage(database, context.collation(), expressions, new Random());
  }

  /** The stages of an update, each of which makes one document of another. */
  private PipelineParser.Transformation transformation(BsonArray stages) {
    List<Mapping> mappings =
        UPDATES.read(stages, pipeline(""), Place.UPDATE).steps().stream()
            .map(step -> (Mapping) step.stage())
            .toList();
    return (document, variables) -> {
      BsonDocument changed = document;
      for (Mapping each : mappings) {
        changed = each.apply(changed, variables);
      }
      return changed;
    };
  }

  DocumentFilter filter(BsonDocument filter) {
    return DocumentFilter.parse(filter, context);
  }

  Selection selection(DocumentFilter filter, @Nullable IndexHint hint) {
    return Selection.of(filter, context.collation(), hint);
  }

  /**
   * An update, and the document that it inserts where there is none.
   *
   * @param replaces whether it is the document itself rather than what to do with it
   */
  record Modification(DocumentChange change, Supplier<BsonDocument> upsert, boolean replaces) {}

  /**
   * @param newId makes ids for documents that have none
   */
  Modification modification(
      BsonValue update,
      DocumentFilter filter,
      @Nullable BsonArray arrayFilters,
      long nowMillis,
      Supplier<BsonValue> newId) {
    Update parsed = Update.parse(update, arrayFilters, context, this::transformation);
    BsonValue now = BsonValue.date(nowMillis);
    BsonValue timestamp = BsonValue.timestamp(((nowMillis / 1_000) << 32) + 1);
    DocumentChange change =
        document ->
            parsed
                .apply(
                    document,
                    new UpdateScope(
                        now, timestamp, matchedIndex(filter, document), false, Variables.NONE))
                .document();
    UpdateScope inserting = new UpdateScope(now, timestamp, -1, true, Variables.NONE);
    return new Modification(
        parsed.isReplacement() ? change.asWhole() : change,
        () -> parsed.insert(filter, inserting, newId),
        parsed.isReplacement());
  }

  /** The element of an array by which a document matches; -1 if there is none. */
  private static int matchedIndex(DocumentFilter filter, BsonDocument document) {
    MatchTrace trace = new MatchTrace();
    return filter.matches(document, Variables.NONE, trace) ? trace.arrayIndex() : -1;
  }

  /** Null for any. */
  @Nullable SortPattern order(BsonDocument sort) {
    SortPattern pattern = SortPattern.parse(sort, context);
    return pattern.isEmpty() ? null : pattern;
  }

  /** The order by which values are the same ones. */
  BsonOrder values() {
    return context.order();
  }

  UnaryOperator<BsonDocument> projection(BsonDocument projection, DocumentFilter filter) {
    if (projection.isEmpty()) {
      return UnaryOperator.identity();
    }
    Projection parsed = Projection.parse(projection, context);
    return parsed.isPositional()
        ? document -> parsed.apply(document, Variables.NONE, matchedIndex(filter, document))
        : document -> parsed.apply(document, Variables.NONE);
  }
}
