package dev.partita.query.syntax;

import dev.partita.base.error.DatabaseException;
import dev.partita.query.syntax.grammar.SqlLexer;
import dev.partita.query.syntax.grammar.SqlParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.atn.PredictionMode;

/**
 * Parser from text to syntax tree. Pure functions. Time is linear in the text, and both the text
 * and the depth of the tree are bounded.
 */
public final class Sql {

  /** Largest length of the text, in bytes of UTF-8. */
  public static final int MAX_BYTES = 512 * 1024;

  /**
   * Largest depth of a tree. The parser limits nested brackets and subqueries before this does;
   * this is for chains such as {@code a + b + c}, which are as deep as they are long.
   */
  public static final int MAX_DEPTH = 1000;

  /** Largest number of expressions and queries in a tree, without literals. */
  public static final int MAX_PARTS = 100_000;

  private Sql() {}

  /**
   * Parses a query.
   *
   * @throws DatabaseException if the text is not a query; see {@link QueryErrors}
   */
  public static Query parse(String text) {
    int bytes = text.length() > MAX_BYTES / 3 ? text.getBytes(StandardCharsets.UTF_8).length : 0;
    if (bytes > MAX_BYTES) {
      throw DatabaseException.badRequest("The query text is too long.")
          .with("sizeBytes", bytes)
          .with("maxBytes", MAX_BYTES);
    }
    SqlLexer lexer = new SqlLexer(new TextStream(text));
    lexer.removeErrorListeners();
    SqlParser parser = new SqlParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.setErrorHandler(new FirstErrorStrategy());
    parser.setBuildParseTree(false);
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    Query query = parser.statement().result;
    requireBounded(query);
    return query;
  }

  /** Checks the depth without recursion, since the depth is not known to be bounded yet. */
  private static void requireBounded(Query query) {
    record Visit(Object node, int depth) {}
    Deque<Visit> open = new ArrayDeque<>();
    open.push(new Visit(query, 0));
    int parts = 0;
    while (!open.isEmpty()) {
      Planning.step();
      if (!(open.element().node instanceof Expression.Literal) && ++parts > MAX_PARTS) {
        throw DatabaseException.badRequest(
                "The query has too many parts. Ask several, each for some of the values.")
            .with("maxParts", MAX_PARTS);
      }
      Visit visit = open.pop();
      if (visit.depth > MAX_DEPTH) {
        throw DatabaseException.badRequest("The query nests too deep.").with("maxDepth", MAX_DEPTH);
      }
      below(visit.node).forEach(node -> open.push(new Visit(node, visit.depth + 1)));
    }
  }

  private static Stream<?> below(Object node) {
    return switch (node) {
      case Query query -> Stream.concat(query.expressions(), query.derived());
      case Expression.Subquery subquery -> Stream.of(subquery.query());
      case Expression expression -> expression.children();
      default -> throw new IllegalStateException("No part of a tree: " + node);
    };
  }
}
