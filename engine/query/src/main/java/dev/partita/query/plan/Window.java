package dev.partita.query.plan;

import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.syntax.Query;
import org.jspecify.annotations.Nullable;

/** The counts of TOP, OFFSET and LIMIT; the last two are there together or not at all. */
record Window(@Nullable Long top, @Nullable Long offset, @Nullable Long limit) {

  static final Window NONE = new Window(null, null, null);

  static Window of(Query query, ConstantExpressions constants) {
    return new Window(
        query.select().top() == null ? null : constants.count(query.select().top().count()),
        query.offsetLimit() == null ? null : constants.count(query.offsetLimit().offset()),
        query.offsetLimit() == null ? null : constants.count(query.offsetLimit().limit()));
  }

  Window topOnly() {
    return new Window(top, null, null);
  }

  /** How many results there are up to the end of OFFSET and LIMIT. */
  @Nullable Long end() {
    return offset == null || limit == null ? null : (Long) (offset + limit);
  }
}
