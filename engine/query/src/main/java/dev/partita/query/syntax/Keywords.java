package dev.partita.query.syntax;

import dev.partita.query.syntax.grammar.SqlLexer;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The words that are no names. */
final class Keywords {

  /** All but those that are names wherever they do not begin something else. */
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
