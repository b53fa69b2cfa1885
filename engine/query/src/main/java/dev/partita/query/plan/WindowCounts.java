package dev.partita.query.plan;

import dev.partita.query.compile.ConstantExpressions;
import dev.partita.query.syntax.Query;
import org.jspecify.annotations.Nullable;

/** Values of TOP, OFFSET and LIMIT; the last two are present together or not at all. Immutable. */
record WindowCounts(@Nullable Long top, @Nullable Long offset, @Nullable Long limit) {

  static final WindowCounts NONE = new WindowCounts(null, null, null);

  static WindowCounts of(Query query, ConstantExpressions constants) {
    return new WindowCounts(
        query.select().top() == null ? null : constants.count(query.select().top().count()),
        query.offsetLimit() == null ? null : constants.count(query.offsetLimit().offset()),
        query.offsetLimit() == null ? null : constants.count(query.offsetLimit().limit()));
  }

  WindowCounts topOnly() {
    return new WindowCounts(top, null, null);
  }

  /** Number of results up to the end of OFFSET and LIMIT. */
  @Nullable Long end() {
    return offset == null || limit == null ? null : (Long) (offset + limit);
  }
}
