package dev.partita.query.syntax;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Printer from trees to text, in the form that the service gives to queries it rewrites: a line for
 * each clause, indented in subqueries, parentheses around every operator, strings in double quotes,
 * names of functions as they were written. Clients see this text and the conformance cases compare
 * it, so it does not change. Not for use by several threads.
 */
public final class SqlPrinter {

  /**
   * Up to this many operands a chain is printed as nested pairs, as the service does. A longer one
   * is printed flat, or its own text would nest too deep to be parsed again.
   */
  private static final int MAX_NESTED_OPERANDS = 64;

  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private static final String INDENT = "    ";

  private final StringBuilder out = new StringBuilder();

  /** Nesting depth of subqueries. */
  private int depth;

  private SqlPrinter() {}

  public static String print(Query query) {
    SqlPrinter printer = new SqlPrinter();
    printer.query(query);
    return printer.out.toString();
  }

  public static String print(Expression expression) {
    SqlPrinter printer = new SqlPrinter();
    printer.expression(expression);
    return printer.out.toString();
  }

  private void query(Query query) {
    select(query.select());
    if (query.from() != null) {
      String keyword = "FROM ";
      for (From.Source source : query.from().sources()) {
        line().append(keyword);
        source(source);
        keyword = "JOIN ";
      }
    }
    if (query.where() != null) {
      line().append("WHERE ");
      expression(query.where());
    }
    if (!query.groupBy().isEmpty()) {
      line().append("GROUP BY ");
      list(query.groupBy(), this::expression);
    }
    if (query.orderBy() != null) {
      line().append(query.orderBy().rank() ? "ORDER BY RANK " : "ORDER BY ");
      list(query.orderBy().items(), this::orderItem);
    }
    if (query.offsetLimit() != null) {
      line().append("OFFSET ");
      expression(query.offsetLimit().offset());
      out.append(" LIMIT ");
      expression(query.offsetLimit().limit());
    }
  }

  private void subquery(Query query) {
    out.append('(');
    depth++;
    line();
    query(query);
    depth--;
    line().append(')');
  }

  private StringBuilder line() {
    return out.append('\n').repeat(INDENT, depth);
  }

  private void select(Select select) {
    out.append(select.distinct() ? "SELECT DISTINCT " : "SELECT ");
    if (select.top() != null) {
      out.append("TOP ");
      expression(select.top().count());
      out.append(' ');
    }
    switch (select.selection()) {
      case Select.All _ -> out.append('*');
      case Select.Value(Expression value) -> {
        out.append("VALUE ");
        expression(value);
      }
      case Select.Columns(List<Select.Column> columns) -> list(columns, this::column);
    }
  }

  private void column(Select.Column column) {
    expression(column.expression());
    if (column.alias() != null) {
      out.append(" AS ");
      if (isName(column.alias())) {
        out.append(column.alias());
      } else {
        string(column.alias());
      }
    }
  }

  private void source(From.Source source) {
    switch (source) {
      case From.Elements(String alias, From.Collection collection, _) -> {
        out.append(alias).append(" IN ");
        collection(collection);
      }
      case From.Whole(From.Collection collection, String alias, _) -> {
        collection(collection);
        if (alias != null) {
          out.append(" AS ").append(alias);
        }
      }
    }
  }

  private void collection(From.Collection collection) {
    switch (collection) {
      case From.Derived(Query query, _) -> subquery(query);
      case From.Path(String root, List<From.Step> steps, _) -> {
        out.append(root);
        steps.forEach(this::step);
      }
    }
  }

  private void step(From.Step step) {
    switch (step) {
      case From.Named(String name) -> out.append('.').append(name);
      case From.Quoted(String name) -> {
        out.append('[');
        string(name);
        out.append(']');
      }
      case From.Numbered(long index) -> out.append('[').append(index).append(']');
    }
  }

  private void orderItem(OrderBy.Item item) {
    expression(item.expression());
    if (item.direction() != null) {
      out.append(' ').append(item.direction());
    }
  }

  private void expression(Expression expression) {
    switch (expression) {
      case Expression.Literal(JsonValue value, _) -> value(value);
      case Expression.Parameter(String name, _) -> out.append(name);
      case Expression.Reference(String name, _) -> out.append(name);
      case Expression.Member(Expression target, String name, _) -> {
        target(target);
        out.append('.').append(name);
      }
      case Expression.Index(Expression target, Expression index, _) -> {
        target(target);
        out.append('[');
        expression(index);
        out.append(']');
      }
      case Expression.ArrayLiteral(List<Expression> elements, _) -> {
        out.append('[');
        list(elements, this::expression);
        out.append(']');
      }
      case Expression.ObjectLiteral(List<Expression.Property> properties, _) -> {
        out.append('{');
        list(properties, this::property);
        out.append('}');
      }
      case Expression.Call(String name, List<Expression> arguments, _) -> call(name, arguments);
      case Expression.UserCall(String name, List<Expression> arguments, _) ->
          call("udf." + name, arguments);
      case Expression.Subquery(Expression.Subquery.Kind kind, Query query, _) -> {
        if (kind != Expression.Subquery.Kind.SCALAR) {
          out.append(kind);
        }
        subquery(query);
      }
      case Expression.Unary _,
          Expression.Binary _,
          Expression.Logical _,
          Expression.Conditional _,
          Expression.Coalesce _,
          Expression.In _,
          Expression.Between _,
          Expression.Like _,
          Expression.Let _ ->
          parenthesised(() -> operation(expression));
    }
  }

  private void operation(Expression expression) {
    switch (expression) {
      case Expression.Unary(UnaryOperator operator, Expression operand, _) -> {
        out.append(operator.symbol());
        int start = out.length();
        expression(operand);
        // Two minus signs would begin a comment.
        if (operator == UnaryOperator.MINUS && out.charAt(start) == '-') {
          out.insert(start, ' ');
        }
      }
      case Expression.Binary(BinaryOperator operator, Expression left, Expression right, _) ->
          infix(left, operator.symbol(), right);
      case Expression.Logical logical -> chain(logical.operator().name(), logical.operands());
      case Expression.Conditional(Expression test, Expression yes, Expression no, _) -> {
        infix(test, "?", yes);
        out.append(" : ");
        expression(no);
      }
      case Expression.Coalesce(Expression first, Expression second, _) ->
          infix(first, "??", second);
      case Expression.In(Expression value, List<Expression> candidates, boolean negated, _) -> {
        expression(value);
        out.append(negated ? " NOT IN (" : " IN (");
        list(candidates, this::expression);
        out.append(')');
      }
      case Expression.Between(
              Expression value,
              Expression low,
              Expression high,
              boolean not,
              _) -> {
        infix(value, not ? "NOT BETWEEN" : "BETWEEN", low);
        out.append(" AND ");
        expression(high);
      }
      case Expression.Like like -> like(like);
      case Expression.Let(String name, Expression value, Expression body, _) -> {
        out.append("LET ").append(name).append(" = ");
        expression(value);
        out.append(" IN ");
        expression(body);
      }
      default -> throw new IllegalStateException("Not an operation: " + expression);
    }
  }

  private void like(Expression.Like like) {
    infix(like.value(), like.negated() ? "NOT LIKE" : "LIKE", like.pattern());
    if (like.escape() != null) {
      out.append(" ESCAPE ");
      string(like.escape());
    }
  }

  private void infix(Expression left, String symbol, Expression right) {
    expression(left);
    out.append(' ').append(symbol).append(' ');
    expression(right);
  }

  private void chain(String operator, List<Expression> operands) {
    boolean nested = operands.size() <= MAX_NESTED_OPERANDS;
    if (nested) {
      out.repeat('(', operands.size() - 2);
    }
    expression(operands.getFirst());
    for (int i = 1; i < operands.size(); i++) {
      out.append(' ').append(operator).append(' ');
      expression(operands.get(i));
      if (nested && i < operands.size() - 1) {
        out.append(')');
      }
    }
  }

  /** Prints a value that a dot or a bracket follows; a number would take the dot for its own. */
  private void target(Expression target) {
    if (target instanceof Expression.Literal(JsonNumber _, _)) {
      parenthesised(() -> expression(target));
    } else {
      expression(target);
    }
  }

  private void call(String name, List<Expression> arguments) {
    out.append(name);
    parenthesised(() -> list(arguments, this::expression));
  }

  private void property(Expression.Property property) {
    string(property.name());
    out.append(": ");
    expression(property.value());
  }

  private void parenthesised(Runnable content) {
    out.append('(');
    content.run();
    out.append(')');
  }

  private <T> void list(List<T> items, Consumer<T> each) {
    String separator = "";
    for (T item : items) {
      out.append(separator);
      each.accept(item);
      separator = ", ";
    }
  }

  private void value(JsonValue value) {
    switch (value) {
      case JsonUndefined _ -> out.append("undefined");
      case JsonNull _ -> out.append("null");
      case JsonBoolean bool -> out.append(bool.value());
      case JsonNumber number -> out.append(NumberText.of(number));
      case JsonString(String text) -> string(text);
      case JsonArray array -> {
        out.append('[');
        list(array.elements(), this::value);
        out.append(']');
      }
      case JsonObject object -> {
        out.append('{');
        list(
            object.names(),
            name -> {
              string(name);
              out.append(": ");
              value(object.at(name));
            });
        out.append('}');
      }
    }
  }

  private void string(String text) {
    out.append(JsonString.of(text));
  }

  private static boolean isName(@Nullable String text) {
    return text != null && IDENTIFIER.matcher(text).matches() && !Keywords.isReserved(text);
  }
}
