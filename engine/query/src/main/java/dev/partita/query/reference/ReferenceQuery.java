package dev.partita.query.reference;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Aggregates;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.OrderPaths;
import dev.partita.query.compile.Parameters;
import dev.partita.query.compile.QueryChecker;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Sql;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Compiled query over documents. Immutable; any number of executions may run in parallel, each on
 * one thread.
 */
public final class ReferenceQuery {

  private final Clauses clauses;
  private final Results results;
  private final int slots;

  private ReferenceQuery(Clauses clauses, int slots) {
    this.clauses = clauses;
    this.results = clauses.results();
    this.slots = slots;
  }

  /**
   * Parses, checks and compiles a query.
   *
   * @throws DatabaseException if it is not valid, or a parameter has no value
   */
  public static ReferenceQuery compile(String text, Parameters parameters, ContainerTraits traits) {
    return compile(Sql.parse(text), parameters, traits);
  }

  /** Checks and compiles a query. */
  public static ReferenceQuery compile(Query query, Parameters parameters, ContainerTraits traits) {
    check(query);
    return compileChecked(query, parameters, traits);
  }

  /**
   * Checks a query, as far as that does not depend on parameters.
   *
   * @throws DatabaseException if it is not valid
   */
  public static void check(Query query) {
    QueryChecker.check(query);
    if (OrderPaths.areOfElements(query) && !Aggregates.areIn(query)) {
      throw QueryErrors.plain("Order-by over correlated collections is not supported.");
    }
  }

  /** Compiles a query that passed {@link #check}. */
  public static ReferenceQuery compileChecked(
      Query query, Parameters parameters, ContainerTraits traits) {
    ClauseCompiler compiler = new ClauseCompiler(traits, parameters);
    Clauses clauses = compiler.compile(query);
    return new ReferenceQuery(clauses, compiler.slots());
  }

  /** The clauses, for executors that run them over a {@link #newRow row} in their own way. */
  public Clauses clauses() {
    return clauses;
  }

  /** Creates a row for one execution over the documents. */
  public Row newRow(Iterable<? extends JsonObject> documents, Execution execution) {
    return new Row(slots, documents, execution);
  }

  /**
   * Runs the query lazily: documents are read once, in their order, and not beyond what the results
   * so far need.
   */
  public Iterator<JsonValue> execute(
      Iterable<? extends JsonObject> documents, Execution execution) {
    Results.Cursor cursor = results.open(newRow(documents, execution));
    return new Iterator<>() {
      private JsonValue next = JsonUndefined.UNDEFINED;
      private boolean ended;

      @Override
      public boolean hasNext() {
        if (next.isUndefined() && !ended) {
          next = cursor.next();
          ended = next.isUndefined();
        }
        return !next.isUndefined();
      }

      @Override
      public JsonValue next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        JsonValue result = next;
        next = JsonUndefined.UNDEFINED;
        return result;
      }
    };
  }
}
