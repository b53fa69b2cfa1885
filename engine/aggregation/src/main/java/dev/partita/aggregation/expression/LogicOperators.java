package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Comparisons, and what follows from what is true. */
final class LogicOperators {

  private LogicOperators() {}

  static void addTo(Operators operators) {
    compare(operators, "$eq", result -> result == 0);
    compare(operators, "$ne", result -> result != 0);
    compare(operators, "$gt", result -> result > 0);
    compare(operators, "$gte", result -> result >= 0);
    compare(operators, "$lt", result -> result < 0);
    compare(operators, "$lte", result -> result <= 0);
    operators.add(
        "$cmp",
        (argument, reader) -> new Comparison(pair("$cmp", argument, reader), reader.order(), null));
    operators.add(
        "$and", (argument, reader) -> new All(Operators.operands(argument, reader), true));
    operators.add(
        "$or", (argument, reader) -> new All(Operators.operands(argument, reader), false));
    operators.unary("$not", operand -> BsonValue.of(!Expression.truth(operand)));
    operators.add("$cond", LogicOperators::condition);
    operators.add("$ifNull", LogicOperators::ifNull);
    operators.add("$switch", LogicOperators::choice);
  }

  private static void compare(Operators operators, String name, IntPredicate wanted) {
    operators.add(
        name,
        (argument, reader) -> new Comparison(pair(name, argument, reader), reader.order(), wanted));
  }

  private static List<Expression> pair(String name, BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = Operators.operands(argument, reader);
    Operators.requireCount(name, operands.size(), 2, 2);
    return operands;
  }

  /**
   * A comparison of two values of any types; what is missing is less than everything else.
   *
   * @param wanted which results are true; null for the result itself
   */
  private record Comparison(
      List<Expression> operands, BsonOrder order, @Nullable IntPredicate wanted)
      implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, Variables variables) {
      int result =
          compareMissing(
              order,
              operands.get(0).evaluate(document, variables),
              operands.get(1).evaluate(document, variables));
      return wanted == null
          ? BsonValue.int32(Integer.signum(result))
          : BsonValue.of(wanted.test(result));
    }
  }

  /** Compares values of which either may be missing: that is like undefined, below null. */
  static int compareMissing(
      BsonOrder order, @Nullable BsonValue first, @Nullable BsonValue second) {
    return order.compare(
        first == null ? BsonValue.UNDEFINED : first, second == null ? BsonValue.UNDEFINED : second);
  }

  /** Whether all operands are true, or any; those behind the one that decides are not evaluated. */
  private record All(List<Expression> operands, boolean all) implements Expression {

    @Override
    public BsonValue evaluate(BsonDocument document, Variables variables) {
      for (Expression operand : operands) {
        if (Expression.truth(operand.evaluate(document, variables)) != all) {
          return BsonValue.of(!all);
        }
      }
      return BsonValue.of(all);
    }
  }

  private static Expression condition(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      List<Expression> operands = Operators.operands(argument, reader);
      Operators.requireCount("$cond", operands.size(), 3, 3);
      return new Condition(operands.get(0), operands.get(1), operands.get(2));
    }
    Expression test = null;
    Expression then = null;
    Expression otherwise = null;
    for (BsonElement element : argument.asDocument()) {
      Expression value = reader.parse(element.value());
      switch (element.name()) {
        case "if" -> test = value;
        case "then" -> then = value;
        case "else" -> otherwise = value;
        default ->
            throw new MqlException(17083, "Unrecognized parameter to $cond: " + element.name());
      }
    }
    if (test == null) {
      throw new MqlException(17080, "Missing 'if' parameter to $cond");
    }
    if (then == null) {
      throw new MqlException(17081, "Missing 'then' parameter to $cond");
    }
    if (otherwise == null) {
      throw new MqlException(17082, "Missing 'else' parameter to $cond");
    }
    return new Condition(test, then, otherwise);
  }

  private record Condition(Expression test, Expression then, Expression otherwise)
      implements Expression {

    @Override
    public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
      return Expression.truth(test.evaluate(document, variables))
          ? then.evaluate(document, variables)
          : otherwise.evaluate(document, variables);
    }
  }

  private static Expression ifNull(BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = Operators.operands(argument, reader);
    if (operands.size() < 2) {
      throw new MqlException(
          1257300, "$ifNull needs at least two arguments, had: " + operands.size());
    }
    return (document, variables) -> {
      BsonValue value = null;
      for (Expression operand : operands) {
        value = operand.evaluate(document, variables);
        if (!Operands.isNullish(value)) {
          return value;
        }
      }
      return value;
    };
  }

  private record Branch(Expression test, Expression then) {}

  private static Expression choice(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw new MqlException(
          40060, "$switch requires an object as an argument, found: " + Operands.type(argument));
    }
    List<Branch> branches = new ArrayList<>();
    Expression otherwise = null;
    for (BsonElement element : argument.asDocument()) {
      switch (element.name()) {
        case "branches" -> {
          if (!element.value().isArray()) {
            throw new MqlException(
                40061,
                "$switch expected an array for 'branches', found: "
                    + Operands.type(element.value()));
          }
          for (BsonValue branch : element.value().asArray()) {
            branches.add(branch(branch, reader));
          }
        }
        case "default" -> otherwise = reader.parse(element.value());
        default ->
            throw new MqlException(40067, "$switch found an unknown argument: " + element.name());
      }
    }
    if (branches.isEmpty()) {
      throw new MqlException(40068, "$switch requires at least one branch.");
    }
    return new Switch(branches, otherwise);
  }

  private static Branch branch(BsonValue value, ExpressionReader reader) {
    if (!value.isDocument()) {
      throw new MqlException(
          40062, "$switch expected each branch to be an object, found: " + Operands.type(value));
    }
    Expression test = null;
    Expression then = null;
    for (BsonElement element : value.asDocument()) {
      switch (element.name()) {
        case "case" -> test = reader.parse(element.value());
        case "then" -> then = reader.parse(element.value());
        default ->
            throw new MqlException(
                40063, "$switch found an unknown argument to a branch: " + element.name());
      }
    }
    if (test == null) {
      throw new MqlException(40064, "$switch requires each branch have a 'case' expression");
    }
    if (then == null) {
      throw new MqlException(40065, "$switch requires each branch have a 'then' expression.");
    }
    return new Branch(test, then);
  }

  private record Switch(List<Branch> branches, @Nullable Expression otherwise)
      implements Expression {

    @Override
    public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
      for (Branch branch : branches) {
        if (Expression.truth(branch.test().evaluate(document, variables))) {
          return branch.then().evaluate(document, variables);
        }
      }
      if (otherwise == null) {
        throw new MqlException(
            40066,
            "$switch could not find a matching branch for an input, and no default was"
                + " specified.");
      }
      return otherwise.evaluate(document, variables);
    }
  }
}
