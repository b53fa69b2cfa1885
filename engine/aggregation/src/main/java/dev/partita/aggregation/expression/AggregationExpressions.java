package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.ExpressionParser;
import dev.partita.mql.Variables;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Parser of aggregation expressions for one command: with its collation and the variables that it
 * has. Immutable; safe for use by any number of threads if the source of chance is.
 */
public final class AggregationExpressions implements ExpressionParser {

  /** Variables that every command has. */
  private static final Set<String> SYSTEM = Set.of("NOW", "CLUSTER_TIME", "USER_ROLES");

  private static final Operators OPERATORS = operators();

  private final ExpressionReader reader;

  /**
   * @param variables names that may be used besides those of the system
   */
  public AggregationExpressions(BsonOrder order, Set<String> variables, RandomGenerator random) {
    Set<String> all = new HashSet<>(SYSTEM);
    all.addAll(variables);
    reader =
        new ExpressionReader(
            OPERATORS, new ParseScope(Set.copyOf(all), Set.of()), Map.of(), order, random);
  }

  private AggregationExpressions(ExpressionReader reader) {
    this.reader = reader;
  }

  private static Operators operators() {
    Operators operators = new Operators();
    ArithmeticOperators.addTo(operators);
    NumericOperators.addTo(operators);
    TrigonometryOperators.addTo(operators);
    LogicOperators.addTo(operators);
    StringOperators.addTo(operators);
    RegexOperators.addTo(operators);
    ArrayFunctions.addTo(operators);
    IterationOperators.addTo(operators);
    SetOperators.addTo(operators);
    ObjectOperators.addTo(operators);
    TypeOperators.addTo(operators);
    DatePartOperators.addTo(operators);
    DateTextOperators.addTo(operators);
    DateArithmeticOperators.addTo(operators);
    return operators;
  }

  @Override
  public Expression parse(BsonValue expression) {
    return reader.parse(expression);
  }

  /**
   * A parser for a command.
   *
   * @param now the time of the command, which {@code $$NOW} is
   * @param let variables with expressions that see no document
   */
  public static AggregationExpressions of(
      BsonOrder order, BsonValue now, BsonDocument let, RandomGenerator random) {
    AggregationExpressions plain = new AggregationExpressions(order, Set.of(), random);
    Map<String, BsonValue> constants = new HashMap<>();
    constants.put("NOW", now);
    Set<String> names = new HashSet<>(SYSTEM);
    AggregationExpressions outer = plain.withConstants(names, constants);
    for (BsonElement each : let) {
      ParseScope.requireUserName(each.name());
      BsonValue value = outer.parse(each.value()).evaluate(BsonDocument.EMPTY, Variables.NONE);
      names.add(each.name());
      constants.put(each.name(), value == null ? BsonValue.NULL : value);
    }
    return plain.withConstants(names, constants);
  }

  private AggregationExpressions withConstants(
      Set<String> names, Map<String, BsonValue> constants) {
    return new AggregationExpressions(
        new ExpressionReader(
            OPERATORS,
            new ParseScope(Set.copyOf(names), Set.of()),
            Map.copyOf(constants),
            reader.order(),
            reader.random()));
  }

  /** How values compare. */
  public BsonOrder order() {
    return reader.order();
  }
}
