package dev.partita.query.evaluate;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.QueryErrors;
import java.util.ArrayList;
import java.util.List;

/** Values of subqueries within expressions. Pure functions. */
public final class Subqueries {

  private Subqueries() {}

  public static Evaluator of(Expression.Subquery.Kind kind, Results results) {
    return switch (kind) {
      case SCALAR -> row -> only(results.open(row));
      case EXISTS -> row -> JsonBoolean.of(!results.open(row).next().isUndefined());
      case ARRAY -> row -> array(results.open(row), row);
      case ALL -> row -> all(results.open(row));
      case FIRST -> row -> results.open(row).next();
      case LAST -> row -> last(results.open(row));
    };
  }

  private static JsonValue only(Results.Cursor cursor) {
    JsonValue first = cursor.next();
    if (!first.isUndefined() && !cursor.next().isUndefined()) {
      throw QueryErrors.plain(
          "The cardinality of a scalar subquery result set cannot be greater than one.");
    }
    return first;
  }

  private static JsonValue array(Results.Cursor cursor, Row row) {
    List<JsonValue> values = new ArrayList<>();
    long units = 0;
    for (JsonValue value = cursor.next(); !value.isUndefined(); value = cursor.next()) {
      values.add(value);
      row.execution().limits().onKept(1);
      long more = WorkUnits.whole(value);
      row.work(more);
      units += more;
      WorkUnits.requireBounded(units);
    }
    return JsonArray.of(values);
  }

  private static JsonValue all(Results.Cursor cursor) {
    for (JsonValue value = cursor.next(); !value.isUndefined(); value = cursor.next()) {
      if (value != JsonBoolean.TRUE) {
        return JsonBoolean.FALSE;
      }
    }
    return JsonBoolean.TRUE;
  }

  private static JsonValue last(Results.Cursor cursor) {
    JsonValue last = cursor.next();
    for (JsonValue value = last; !value.isUndefined(); value = cursor.next()) {
      last = value;
    }
    return last;
  }
}
