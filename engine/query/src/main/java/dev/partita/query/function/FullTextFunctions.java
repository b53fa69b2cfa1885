package dev.partita.query.function;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.stream.Stream;

/**
 * Searches for words. Queries that use them are understood and planned; running one is refused
 * until there is a full-text index to define what a word is.
 */
final class FullTextFunctions {

  private FullTextFunctions() {}

  static Stream<Function> all() {
    return Stream.of(
        refused("FullTextContains", 2, Function.UNBOUNDED),
        refused("FullTextContainsAll", 2, Function.UNBOUNDED),
        refused("FullTextContainsAny", 2, Function.UNBOUNDED),
        refused("FullTextScore", 2, Function.UNBOUNDED),
        refused("_FullTextScore", 5, 5),
        refused("_FullTextWordCount", 1, 1));
  }

  private static Function refused(String name, int min, int max) {
    return Function.bound(
        name,
        min,
        max,
        (_, _) -> {
          throw new DatabaseException(ErrorCode.UNSUPPORTED, "Full-text search is not offered.")
              .with("function", name);
        });
  }
}
