package dev.partita.query.syntax;

import dev.partita.json.JsonValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Expression: a tree of literals, references, operators, calls and subqueries. Immutable. */
public sealed interface Expression {

  /** Position in the text of the query. */
  Span span();

  /** Constant, possibly undefined. A negative number is a literal, not an operator. */
  record Literal(JsonValue value, Span span) implements Expression {}

  /** Parameter of the query. The name includes the {@code @}. */
  record Parameter(String name, Span span) implements Expression {}

  /** Value of an alias in the row. */
  record Reference(String name, Span span) implements Expression {}

  /** A property, written with a dot. */
  record Member(Expression target, String name, Span span) implements Expression {}

  /** A property or an element, written with brackets. */
  record Index(Expression target, Expression index, Span span) implements Expression {}

  record ArrayLiteral(List<Expression> elements, Span span) implements Expression {
    public ArrayLiteral {
      elements = List.copyOf(elements);
    }
  }

  record ObjectLiteral(List<Property> properties, Span span) implements Expression {
    public ObjectLiteral {
      properties = List.copyOf(properties);
    }
  }

  /** Property of an object constructor. */
  record Property(String name, Expression value) {}

  record Unary(UnaryOperator operator, Expression operand, Span span) implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right, Span span)
      implements Expression {}

  /**
   * Operands joined by AND or OR. Long chains are common, so they are a list and not a tree as deep
   * as the chain is long; the first operand is therefore never a chain of the same operator itself.
   */
  record Logical(LogicalOperator operator, List<Expression> operands, Span span)
      implements Expression {
    public Logical {
      operands = List.copyOf(operands);
      if (operands.size() < 2) {
        throw new IllegalArgumentException("A chain has at least two operands.");
      }
      if (operands.getFirst() instanceof Logical first && first.operator == operator) {
        throw new IllegalArgumentException("A chain that begins with one of its kind is one.");
      }
    }
  }

  record Conditional(Expression condition, Expression whenTrue, Expression otherwise, Span span)
      implements Expression {}

  /** The first value, or the second if the first is undefined. */
  record Coalesce(Expression first, Expression second, Span span) implements Expression {}

  record In(Expression value, List<Expression> candidates, boolean negated, Span span)
      implements Expression {
    public In {
      candidates = List.copyOf(candidates);
    }
  }

  record Between(Expression value, Expression low, Expression high, boolean negated, Span span)
      implements Expression {}

  record Like(
      Expression value, Expression pattern, @Nullable String escape, boolean negated, Span span)
      implements Expression {}

  /** Call of a built-in function, whose name may be in any case. */
  record Call(String name, List<Expression> arguments, Span span) implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** Position of the name in the text. */
    public Span nameSpan() {
      return new Span(span.start(), span.start() + name.length());
    }
  }

  /** Call of a user-defined function. */
  record UserCall(String name, List<Expression> arguments, Span span) implements Expression {
    public UserCall {
      arguments = List.copyOf(arguments);
    }
  }

  /** Subquery in an expression. */
  record Subquery(Kind kind, Query query, Span span) implements Expression {

    /** How the value is made from the rows. */
    public enum Kind {
      /** The only row, or undefined. */
      SCALAR,
      /** Whether there is a row. */
      EXISTS,
      /** All rows. */
      ARRAY,
      /** Whether no row is other than true. */
      ALL,
      /** The first row, or undefined. */
      FIRST,
      /** The last row, or undefined. */
      LAST
    }
  }

  /** Value that is computed once and named for use in the body. */
  record Let(String name, Expression value, Expression body, Span span) implements Expression {}

  /** Direct child expressions, in the order of the text; without those of subqueries. */
  default Stream<Expression> children() {
    return switch (this) {
      case Literal _, Parameter _, Reference _, Subquery _ -> Stream.empty();
      case Member member -> Stream.of(member.target);
      case Index index -> Stream.of(index.target, index.index);
      case ArrayLiteral array -> array.elements.stream();
      case ObjectLiteral object -> object.properties.stream().map(Property::value);
      case Unary unary -> Stream.of(unary.operand);
      case Binary binary -> Stream.of(binary.left, binary.right);
      case Logical logical -> logical.operands.stream();
      case Conditional c -> Stream.of(c.condition, c.whenTrue, c.otherwise);
      case Coalesce coalesce -> Stream.of(coalesce.first, coalesce.second);
      case In in -> Stream.concat(Stream.of(in.value), in.candidates.stream());
      case Between between -> Stream.of(between.value, between.low, between.high);
      case Like like -> Stream.of(like.value, like.pattern);
      case Call call -> call.arguments.stream();
      case UserCall call -> call.arguments.stream();
      case Let let -> Stream.of(let.value, let.body);
    };
  }
}
