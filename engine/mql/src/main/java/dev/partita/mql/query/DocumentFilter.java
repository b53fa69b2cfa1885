package dev.partita.mql.query;

import dev.partita.bson.BsonDocument;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;

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
