package dev.partita.query.plan;

import dev.partita.json.JsonNumber;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.OffsetLimit;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of rewritten queries. Pure functions. */
final class Parts {

  /**
   * Placeholder where the client inserts a condition: true at first, and later one that excludes
   * the rows it has seen. To the printer it is a parameter, that is, a name printed as it is.
   */
  static final Expression RESUME_FILTER = text("({documentdb-formattableorderbyquery-filter})");

  private Parts() {}

  /** Verbatim text that only the client interprets. */
  static Expression text(String text) {
    return new Expression.Parameter(text, Span.NONE);
  }

  static Expression number(long value) {
    return new Expression.Literal(JsonNumber.of(value), Span.NONE);
  }

  static Expression number(double value) {
    return new Expression.Literal(JsonNumber.of(value), Span.NONE);
  }

  static Expression reference(String name) {
    return new Expression.Reference(name, Span.NONE);
  }

  static Expression member(String alias, String name) {
    return new Expression.Member(reference(alias), name, Span.NONE);
  }

  static Expression call(String name, Expression... arguments) {
    return call(name, List.of(arguments));
  }

  static Expression call(String name, List<Expression> arguments) {
    return new Expression.Call(name, arguments, Span.NONE);
  }

  static Expression array(List<Expression> elements) {
    return new Expression.ArrayLiteral(elements, Span.NONE);
  }

  static Expression.Property property(String name, Expression value) {
    return new Expression.Property(name, value);
  }

  static Expression object(Expression.Property... properties) {
    return object(List.of(properties));
  }

  static Expression object(List<Expression.Property> properties) {
    return new Expression.ObjectLiteral(properties, Span.NONE);
  }

  /** An array of objects with each value as an item, the form that clients read. */
  static Expression items(List<Expression> values) {
    return array(values.stream().map(value -> object(property("item", value))).toList());
  }

  /** Conjunction of two conditions, or the second alone. Chains are flattened. */
  static Expression and(@Nullable Expression first, Expression second) {
    if (first == null) {
      return second;
    }
    List<Expression> operands = new ArrayList<>();
    if (first instanceof Expression.Logical(LogicalOperator operator, List<Expression> chain, _)
        && operator == LogicalOperator.AND) {
      operands.addAll(chain);
    } else {
      operands.add(first);
    }
    operands.add(second);
    return new Expression.Logical(LogicalOperator.AND, operands, Span.NONE);
  }

  static Select.Column column(Expression value, @Nullable String alias) {
    return new Select.Column(value, alias);
  }

  static Select.@Nullable Top top(@Nullable Long count) {
    return count == null ? null : new Select.Top(number(count), Span.NONE);
  }

  /**
   * Limit for a partition: the results up to the end of the window, since only the client can skip.
   */
  static @Nullable OffsetLimit first(@Nullable Long count) {
    return count == null ? null : new OffsetLimit(number(0), number(count), Span.NONE);
  }

  /** Result of a selection, as one value. */
  static Expression payload(Select.Selection selection, String root) {
    return switch (selection) {
      case Select.All _ -> reference(root);
      case Select.Value(Expression value) -> value;
      case Select.Columns columns -> {
        List<String> names = columns.names();
        List<Expression.Property> properties = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
          properties.add(property(names.get(i), columns.columns().get(i).expression()));
        }
        yield object(properties);
      }
    };
  }
}
