package dev.partita.table.filter;

import dev.partita.table.edm.EdmValue;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A condition on an entity. Immutable. */
public sealed interface Filter {

  record And(Filter left, Filter right) implements Filter {}

  record Or(Filter left, Filter right) implements Filter {}

  record Not(Filter negated) implements Filter {}

  record Comparison(Operand left, Operator operator, Operand right) implements Filter {}

  /** Whether something is true by itself: a property or a constant. */
  record Truth(Operand operand) implements Filter {}

  /** What can stand on either side of a comparison. */
  sealed interface Operand {

    record Named(String property) implements Operand {}

    record Constant(EdmValue value) implements Operand {}
  }

  /** The ways to compare. */
  enum Operator {
    EQ,
    NE,
    GT,
    GE,
    LT,
    LE;

    boolean holds(int order) {
      return switch (this) {
        case EQ -> order == 0;
        case NE -> order != 0;
        case GT -> order > 0;
        case GE -> order >= 0;
        case LT -> order < 0;
        case LE -> order <= 0;
      };
    }

    /** The operator that says the same with the sides exchanged. */
    Operator mirrored() {
      return switch (this) {
        case EQ, NE -> this;
        case GT -> LT;
        case GE -> LE;
        case LT -> GT;
        case LE -> GE;
      };
    }
  }

  /** A comparison of one property with a constant, the property first. */
  record PropertyTest(String property, Operator operator, EdmValue value) {}

  /** The comparison as a test of one property; null if it is none. */
  static @Nullable PropertyTest test(Comparison comparison) {
    return switch (comparison) {
      case Comparison(
              Operand.Named(String name),
              Operator operator,
              Operand.Constant(EdmValue value)) ->
          new PropertyTest(name, operator, value);
      case Comparison(
              Operand.Constant(EdmValue value),
              Operator operator,
              Operand.Named(String name)) ->
          new PropertyTest(name, operator.mirrored(), value);
      default -> null;
    };
  }

  /**
   * Whether an entity passes.
   *
   * @param entity gives the values of its properties, or null
   */
  default boolean passes(Function<String, @Nullable EdmValue> entity) {
    return switch (this) {
      case And(Filter left, Filter right) -> left.passes(entity) && right.passes(entity);
      case Or(Filter left, Filter right) -> left.passes(entity) || right.passes(entity);
      case Not(Filter negated) -> !negated.passes(entity);
      case Truth(Operand operand) ->
          value(operand, entity) instanceof EdmValue.Flag(boolean flag) && flag;
      case Comparison(Operand left, Operator operator, Operand right) -> {
        EdmValue first = value(left, entity);
        EdmValue second = value(right, entity);
        if (first == null || second == null) {
          yield false;
        }
        OptionalInt order = EdmValue.compare(first, second);
        yield order.isPresent() && operator.holds(order.getAsInt());
      }
    };
  }

  private static @Nullable EdmValue value(
      Operand operand, Function<String, @Nullable EdmValue> entity) {
    return switch (operand) {
      case Operand.Named(String name) -> entity.apply(name);
      case Operand.Constant(EdmValue value) -> value;
    };
  }
}
