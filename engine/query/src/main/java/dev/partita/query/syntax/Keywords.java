package dev.partita.query.syntax;

import dev.partita.query.syntax.grammar.SqlLexer;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reserved words. Pure functions. */
final class Keywords {

  /** All keywords except those that are names unless they begin a clause. */
  private static final Set<String> RESERVED =
      IntStream.rangeClosed(SqlLexer.AND, SqlLexer.WITH)
          .filter(type -> type != SqlLexer.LET && type != SqlLexer.RANK)
          .mapToObj(SqlLexer.VOCABULARY::getSymbolicName)
          .collect(Collectors.toUnmodifiableSet());

  private Keywords() {}

  static boolean isReserved(String word) {
    return RESERVED.contains(word.toUpperCase(Locale.ROOT));
  }
}
