package dev.partita.query.syntax;

import dev.partita.json.JsonValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What has a value for each row: a tree of literals, references, operators, calls and queries. */
public sealed interface Expression {

  /** Where the expression was written. */
  Span span();

  /** A constant, undefined among them. A number has its sign here and not in an operator. */
  record Literal(JsonValue value, Span span) implements Expression {}

  /** A value given with the query. The name has its {@code @}. */
  record Parameter(String name, Span span) implements Expression {}

  /** The value that an alias has in the row. */
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

  /** A named value of an object that is being made. */
  record Property(String name, Expression value) {}

  record Unary(UnaryOperator operator, Expression operand, Span span) implements Expression {}

  record Binary(BinaryOperator operator, Expression left, Expression right, Span span)
      implements Expression {}

  /**
   * Truth values joined by one operator. Long chains are common, so they are a list and not a tree
   * as deep as the chain is long; the first operand is therefore never a chain of the same operator
   * itself.
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

  /** A call of a function of the language, whose name may be in any case. */
  record Call(String name, List<Expression> arguments, Span span) implements Expression {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** Where the name was written. */
    public Span nameSpan() {
      return new Span(span.start(), span.start() + name.length());
    }
  }

  /** A call of a function that users have registered. */
  record UserCall(String name, List<Expression> arguments, Span span) implements Expression {
    public UserCall {
      arguments = List.copyOf(arguments);
    }
  }

  /** A value made from the rows of a query. */
  record Subquery(Kind kind, Query query, Span span) implements Expression {

    /** What is made of the rows. */
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

  /** A value that is computed once and named for use in the body. */
  record Let(String name, Expression value, Expression body, Span span) implements Expression {}

  /** The expressions directly below, in the order of the text; those of a subquery are its own. */
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
