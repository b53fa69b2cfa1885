package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operators of the language by name. Filled once; then safe for use by any number of threads.
 */
final class Operators {

  /** Parses what stands behind the name of an operator. */
  interface OperatorParser {
    Expression parse(BsonValue argument, ExpressionReader reader);
  }

  /** Computes a value from evaluated operands, which may be missing. */
  interface Function {
    @Nullable BsonValue apply(@Nullable BsonValue[] operands);
  }

  /** A function of one operand. */
  interface Unary {
    @Nullable BsonValue apply(@Nullable BsonValue operand);
  }

  static final int ANY = Integer.MAX_VALUE;

  private final Map<String, OperatorParser> parsers = new HashMap<>();

  @Nullable OperatorParser find(String name) {
    return parsers.get(name);
  }

  void add(String name, OperatorParser parser) {
    if (parsers.put(name, parser) != null) {
      throw new IllegalStateException("Two operators have the name " + name + ".");
    }
  }

  void unary(String name, Unary function) {
    add(name, 1, 1, operands -> function.apply(operands[0]));
  }

  /** Adds an operator of a list of operands; a single one may stand without the list. */
  void add(String name, int min, int max, Function function) {
    add(
        name,
        (argument, reader) -> {
          List<Expression> operands = operands(argument, reader);
          requireCount(name, operands.size(), min, max);
          return new Call(operands.toArray(Expression[]::new), function).folded();
        });
  }

  static List<Expression> operands(BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = new ArrayList<>();
    if (argument.isArray()) {
      for (BsonValue operand : argument.asArray()) {
        operands.add(reader.parse(operand));
      }
    } else {
      operands.add(reader.parse(argument));
    }
    return operands;
  }

  static void requireCount(String name, int count, int min, int max) {
    if (count >= min && count <= max) {
      return;
    }
    if (min == max) {
      throw new MqlException(
          16020,
          "Expression "
              + name
              + " takes exactly "
              + min
              + " arguments. "
              + count
              + " were passed in.");
    }
    throw new MqlException(
        28667,
        "Expression "
            + name
            + " takes at least "
            + min
            + " arguments"
            + (max == ANY ? "" : ", and at most " + max)
            + ", but "
            + count
            + " were passed in.");
  }

  /** A function with its operands. */
  private record Call(Expression[] operands, Function function) implements Expression {

    @Override
    public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
      @Nullable BsonValue[] values = new @Nullable BsonValue[operands.length];
      for (int i = 0; i < operands.length; i++) {
        values[i] = operands[i].evaluate(document, variables);
      }
      return function.apply(values);
    }

    /** The value itself if all operands are constant, so that it is computed once. */
    Expression folded() {
      for (Expression operand : operands) {
        if (!(operand instanceof Constant)) {
          return this;
        }
      }
      return new Constant(evaluate(BsonDocument.EMPTY, Variables.NONE));
    }
  }
}
