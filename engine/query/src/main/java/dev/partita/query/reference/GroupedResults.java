package dev.partita.query.reference;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import dev.partita.query.function.Aggregate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One result for each group of rows; without keys, one for all rows, even if there are none. A
 * result is computed from the first row of its group, of which it may only read what all rows of
 * the group have in common. Groups come in the order of their first rows. Immutable.
 */
record GroupedResults(
    List<Step> steps,
    Evaluator filter,
    List<SortKey> order,
    List<Evaluator> groupBy,
    List<AggregateCall> aggregates,
    Evaluator selection)
    implements Results {

  /** State of one group. */
  private record Group(JsonValue[] firstRow, JsonValue[] sortKeys, Aggregate.Accumulator[] state) {}

  @Override
  public Cursor open(Row row) {
    return new Cursor() {
      private Iterator<Group> groups = List.<Group>of().iterator();
      private boolean started;

      @Override
      public JsonValue next() {
        if (!started) {
          started = true;
          groups = groups(row).iterator();
        }
        while (groups.hasNext()) {
          JsonValue result = result(groups.next(), row);
          if (!result.isUndefined()) {
            return result;
          }
        }
        return JsonUndefined.UNDEFINED;
      }
    };
  }

  private List<Group> groups(Row row) {
    Map<List<JsonValue>, Group> byKey = new LinkedHashMap<>();
    if (groupBy.isEmpty()) {
      byKey.put(List.of(), group(row));
    }
    RowCursor rows = new RowCursor(steps, filter, row);
    while (rows.next()) {
      JsonValue[] key = new JsonValue[groupBy.size()];
      for (int i = 0; i < key.length; i++) {
        key[i] = groupBy.get(i).value(row);
      }
      Group group = byKey.computeIfAbsent(Arrays.asList(key), _ -> group(row));
      add(row, group);
    }
    List<Group> groups = new ArrayList<>(byKey.values());
    if (!order.isEmpty()) {
      groups.sort(Comparator.comparing(Group::sortKeys, SortKey.order(order)));
    }
    return groups;
  }

  private Group group(Row row) {
    row.execution().limits().onKept(steps.size() + groupBy.size() + aggregates.size());
    return new Group(
        steps.stream().map(step -> row.at(step.slot())).toArray(JsonValue[]::new),
        SortKey.values(order, row),
        aggregates.stream()
            .map(call -> call.aggregate().start())
            .toArray(Aggregate.Accumulator[]::new));
  }

  private void add(Row row, Group group) {
    for (int i = 0; i < group.state.length; i++) {
      JsonValue value = aggregates.get(i).argument().result(row);
      if (!value.isUndefined()) {
        row.execution().limits().onKept(group.state[i].add(value));
      }
    }
  }

  private JsonValue result(Group group, Row row) {
    for (int i = 0; i < steps.size(); i++) {
      row.set(steps.get(i).slot(), group.firstRow[i]);
    }
    for (int i = 0; i < group.state.length; i++) {
      row.set(aggregates.get(i).slot(), group.state[i].result());
    }
    return selection.result(row);
  }
}
