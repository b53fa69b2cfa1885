package dev.partita.query.reference;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import java.util.List;

/**
 * Compiled clauses of one query, for executors that combine them in another way than {@link
 * #results} does. Immutable.
 */
public final class Clauses {

  private final List<Step> steps;
  private final Evaluator filter;
  private final List<SortKey> order;
  private final List<Score> scores;
  private final List<Evaluator> groupBy;
  private final List<AggregateCall> aggregates;
  private final boolean grouped;
  private final Evaluator selection;
  private final boolean distinct;
  private final Window window;

  Clauses(
      List<Step> steps,
      Evaluator filter,
      List<SortKey> order,
      List<Score> scores,
      List<Evaluator> groupBy,
      List<AggregateCall> aggregates,
      boolean grouped,
      Evaluator selection,
      boolean distinct,
      Window window) {
    this.steps = List.copyOf(steps);
    this.filter = filter;
    this.order = List.copyOf(order);
    this.scores = List.copyOf(scores);
    this.groupBy = List.copyOf(groupBy);
    this.aggregates = List.copyOf(aggregates);
    this.grouped = grouped;
    this.selection = selection;
    this.distinct = distinct;
    this.window = window;
  }

  /**
   * Whether results are ordered by rank, which depends on all rows: only {@link
   * ReferenceQuery#execute} supports that.
   */
  public boolean ranked() {
    return !scores.isEmpty();
  }

  /** Rows of FROM that pass WHERE. */
  public RowCursor rows(Row row) {
    if (ranked()) {
      throw new DatabaseException(
          ErrorCode.UNSUPPORTED, "Rows cannot be ranked one by one, without the others.");
    }
    return new RowCursor(steps, filter, row);
  }

  /** Whether the rows of FROM are the items themselves. */
  public boolean rowsAreItems() {
    return steps.size() == 1 && steps.getFirst() instanceof Step.Documents;
  }

  /** Puts an item into the row, if rows are items; returns whether it passes WHERE. */
  public boolean passes(JsonValue item, Row row) {
    // Count it like a row of a cursor.
    row.execution().limits().onRow();
    row.work(1);
    row.set(steps.getFirst().slot(), item);
    return filter.isTrue(row);
  }

  /** Values of the sources of FROM in the row. */
  public JsonValue[] sources(Row row) {
    JsonValue[] values = new JsonValue[steps.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.at(steps.get(i).slot());
    }
    return values;
  }

  /** Restores the values that {@link #sources} returned. */
  public void restore(JsonValue[] sources, Row row) {
    for (int i = 0; i < sources.length; i++) {
      row.set(steps.get(i).slot(), sources[i]);
    }
  }

  /** Sort keys of rows, or of groups by their first rows; empty if there is no order. */
  public List<SortKey> order() {
    return order;
  }

  public List<Evaluator> groupBy() {
    return groupBy;
  }

  public List<AggregateCall> aggregates() {
    return aggregates;
  }

  /** Whether there is one result for each group, or for all rows, instead of one for each row. */
  public boolean grouped() {
    return grouped;
  }

  /** Evaluator of SELECT for a row, or for the first row of a group with its aggregates. */
  public Evaluator selection() {
    return selection;
  }

  public boolean distinct() {
    return distinct;
  }

  /** Results to return after DISTINCT. */
  public Window window() {
    return window;
  }

  /** Executor of the query by the definition of the language. */
  Results results() {
    Results results;
    if (ranked()) {
      results = new RankedResults(steps, filter, scores, selection);
    } else if (grouped) {
      results = new GroupedResults(steps, filter, order, groupBy, aggregates, selection);
    } else if (order.isEmpty()) {
      results = new PlainResults(steps, filter, selection);
    } else {
      results = new OrderedResults(steps, filter, order, selection);
    }
    if (distinct) {
      results = new DistinctResults(results);
    }
    return window.isAll() ? results : new WindowResults(results, window.offset(), window.limit());
  }
}
