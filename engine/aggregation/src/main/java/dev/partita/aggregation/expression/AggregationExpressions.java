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
import org.jspecify.annotations.Nullable;

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
    AccumulatorOperators.addTo(operators);
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

  /**
   * A parser that knows more variables, which {@link Variables} have when something is evaluated.
   *
   * @throws dev.partita.mql.MqlException if users cannot give one of the names to a variable
   */
  public AggregationExpressions with(Set<String> names) {
    names.forEach(ParseScope::requireUserName);
    return withSystem(names);
  }

  /** The same for names that the system gives. */
  public AggregationExpressions withSystem(Set<String> names) {
    return new AggregationExpressions(reader.withAll(names));
  }

  /**
   * How many values an operator is asked for.
   *
   * @throws dev.partita.mql.MqlException if the value is not a number above zero
   */
  public static int count(String operator, @Nullable BsonValue value) {
    return ArrayFunctions.count(operator, value);
  }

  /** A value in the text of a failure, as expressions write it. */
  public static String text(@Nullable BsonValue value) {
    return ValueText.of(value);
  }

  /** Whether an expression has one value whatever the document is. */
  public static boolean isConstant(Expression expression) {
    return expression instanceof Constant;
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
