package dev.partita.mql.query;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.List;

/** A parsed query filter. Immutable; safe for use by any number of threads. */
public final class DocumentFilter {

  private final BsonDocument source;
  private final Predicate predicate;

  private DocumentFilter(BsonDocument source, Predicate predicate) {
    this.source = source;
    this.predicate = predicate;
  }

  /**
   * Parses a filter.
   *
   * @throws MqlException if it is none
   */
  public static DocumentFilter parse(BsonDocument filter, MqlContext context) {
    return new DocumentFilter(filter, new FilterParser(context).parse(filter));
  }

  /** The documents that all of the filters match. */
  public static DocumentFilter all(List<DocumentFilter> filters) {
    if (filters.size() == 1) {
      return filters.getFirst();
    }
    BsonBuilder sources = new BsonBuilder().startArray("$and");
    filters.forEach(filter -> sources.add(filter.source.toValue()));
    return new DocumentFilter(
        filters.isEmpty() ? BsonDocument.EMPTY : sources.end().build(),
        new Predicate.And(filters.stream().map(DocumentFilter::predicate).toList()));
  }

  public boolean matches(BsonDocument document) {
    return matches(document, Variables.NONE);
  }

  public boolean matches(BsonDocument document, Variables variables) {
    return predicate.matches(document, variables, null);
  }

  /** Like {@link #matches(BsonDocument)}, and records the array element that matched. */
  public boolean matches(BsonDocument document, Variables variables, MatchTrace trace) {
    trace.reset();
    return predicate.matches(document, variables, trace);
  }

  /** What the filter says, as data. */
  public Predicate predicate() {
    return predicate;
  }

  /** The filter as it was written. */
  public BsonDocument source() {
    return source;
  }
}
