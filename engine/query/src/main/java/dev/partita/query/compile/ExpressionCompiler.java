package dev.partita.query.compile;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Arithmetic;
import dev.partita.query.evaluate.Comparison;
import dev.partita.query.evaluate.Constant;
import dev.partita.query.evaluate.Construction;
import dev.partita.query.evaluate.Counted;
import dev.partita.query.evaluate.Evaluator;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.evaluate.Like;
import dev.partita.query.evaluate.Logic;
import dev.partita.query.evaluate.PropertyAccess;
import dev.partita.query.evaluate.Results;
import dev.partita.query.evaluate.Row;
import dev.partita.query.evaluate.SlotValue;
import dev.partita.query.evaluate.Subqueries;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.function.Aggregate;
import dev.partita.query.function.CallSite;
import dev.partita.query.function.Function;
import dev.partita.query.function.Functions;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.SqlPrinter;
import dev.partita.query.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiler from checked expressions to evaluators, with constant folding. For one query with its
 * subqueries, and one thread.
 */
public final class ExpressionCompiler {

  /** Compiler of subqueries within expressions. */
  @FunctionalInterface
  public interface QueryCompiler {
    Results compile(Query query, NameScope scope);
  }

  /** Aggregate that a query computes for each group, and the slot of its result. */
  public record AggregateCall(Aggregate aggregate, Evaluator argument, int slot) {}

  /** Limits for constant folding, which counts as planning. */
  private static final ExecutionLimits OF_PLANNING =
      new ExecutionLimits() {
        @Override
        public void onRow() {
          Planning.step();
        }

        @Override
        public void onKept(int values) {}

        @Override
        public void onWork(long units) {
          for (long left = units; left >= UNITS_PER_ROW; left -= UNITS_PER_ROW) {
            Planning.step();
          }
        }
      };

  private static final Row NO_ROW =
      new Row(0, List.of(), Execution.start(Clock.system(), UserFunctions.NONE, OF_PLANNING));

  private final ContainerTraits traits;
  private final Parameters parameters;
  private final QueryCompiler queries;
  private int slots;

  public ExpressionCompiler(ContainerTraits traits, Parameters parameters, QueryCompiler queries) {
    this.traits = traits;
    this.parameters = parameters;
    this.queries = queries;
  }

  /** Allocates a slot. */
  public int newSlot() {
    return slots++;
  }

  /** Number of slots that the rows of the query need. */
  public int slots() {
    return slots;
  }

  /** Compiles an expression without aggregates. */
  public Evaluator compile(Expression expression, NameScope scope) {
    return compile(expression, scope, new ArrayList<>());
  }

  /**
   * Compiles an expression and collects its aggregates; the evaluator reads their results from the
   * row.
   */
  public Evaluator compile(Expression expression, NameScope scope, List<AggregateCall> aggregates) {
    Evaluator evaluator = new Compilation(scope, aggregates).compile(expression);
    return Counted.of(evaluator, units(expression));
  }

  /**
   * Number of expressions that are evaluated with this one: all except the operands of AND and OR,
   * which are counted when they are evaluated, and literals.
   */
  private static long units(Expression expression) {
    return switch (expression) {
      case Expression.Literal _, Expression.Parameter _, Expression.Reference _ -> 0;
      case Expression.Logical _ -> 1;
      default -> 1 + expression.children().mapToLong(ExpressionCompiler::units).sum();
    };
  }

  /** Compiles a path into a collection. */
  public Evaluator compile(From.Path path, NameScope scope) {
    return compile(Paths.expression(path), scope);
  }

  /**
   * Value of the count of TOP, OFFSET or LIMIT.
   *
   * @throws DatabaseException if it is a parameter without a value, or its value is not a count
   */
  public long count(Expression count) {
    JsonValue value =
        count instanceof Expression.Parameter(String name, _)
            ? parameters.require(name)
            : ((Expression.Literal) count).value();
    if (value instanceof JsonNumber number && QueryChecker.isCount(number)) {
      return number.longValue();
    }
    throw DatabaseException.badRequest("A count must be an integer that is not negative.")
        .with("parameter", SqlPrinter.print(count))
        .with("value", value);
  }

  /** Compilation of one expression. */
  private final class Compilation {

    private final NameScope scope;
    private final List<AggregateCall> aggregates;

    Compilation(NameScope scope, List<AggregateCall> aggregates) {
      this.scope = scope;
      this.aggregates = aggregates;
    }

    Evaluator compile(Expression expression) {
      Planning.step();
      return switch (expression) {
        case Expression.Literal(JsonValue value, _) -> Constant.of(value);
        case Expression.Parameter(String name, _) -> Constant.of(parameters.require(name));
        case Expression.Reference(String name, _) -> reference(name);
        case Expression.Member(Expression target, String name, _) -> property(target, name);
        case Expression.Index(Expression target, Expression index, _) -> index(target, index);
        case Expression.ArrayLiteral(List<Expression> elements, _) -> {
          List<Evaluator> values = all(elements);
          yield folded(Construction.array(values), values);
        }
        case Expression.ObjectLiteral(List<Expression.Property> properties, _) -> {
          List<Evaluator> values =
              all(properties.stream().map(Expression.Property::value).toList());
          List<String> names = properties.stream().map(Expression.Property::name).toList();
          yield folded(Construction.object(names, values), values);
        }
        case Expression.Unary(UnaryOperator operator, Expression operand, _) ->
            unary(operator, compile(operand));
        case Expression.Binary(BinaryOperator operator, Expression left, Expression right, _) ->
            binary(operator, compile(left), compile(right));
        case Expression.Logical(LogicalOperator operator, List<Expression> operands, _) -> {
          List<Evaluator> values = new ArrayList<>(operands.size());
          operands.forEach(each -> values.add(Counted.of(compile(each), units(each))));
          yield folded(
              operator == LogicalOperator.AND ? Logic.and(values) : Logic.or(values), values);
        }
        case Expression.Conditional(Expression test, Expression yes, Expression no, _) -> {
          List<Evaluator> values = all(List.of(test, yes, no));
          yield folded(Logic.conditional(values.get(0), values.get(1), values.get(2)), values);
        }
        case Expression.Coalesce(Expression first, Expression second, _) -> {
          List<Evaluator> values = all(List.of(first, second));
          yield folded(Logic.coalesce(values.get(0), values.get(1)), values);
        }
        case Expression.In in -> in(in);
        case Expression.Between between -> between(between);
        case Expression.Like like -> like(like);
        case Expression.Call call -> call(call);
        case Expression.UserCall call -> userCall(call);
        case Expression.Subquery(Expression.Subquery.Kind kind, Query query, _) ->
            Subqueries.of(kind, queries.compile(query, scope));
        case Expression.Let(String name, Expression value, Expression body, _) ->
            let(name, value, body);
      };
    }

    private List<Evaluator> all(List<Expression> expressions) {
      List<Evaluator> evaluators = new ArrayList<>(expressions.size());
      for (Expression expression : expressions) {
        evaluators.add(compile(expression));
      }
      return evaluators;
    }

    private Evaluator reference(String name) {
      Optional<NameScope.Binding> binding = scope.find(name);
      if (binding.isPresent()) {
        return new SlotValue(binding.get().slot());
      }
      return Constants.find(name)
          .orElseThrow(() -> new IllegalStateException("The query was not checked: " + name));
    }

    private Evaluator index(Expression target, Expression index) {
      Evaluator position = compile(index);
      if (position instanceof Constant constant) {
        return switch (constant.value()) {
          case JsonString(String name) -> property(target, name);
          case JsonNumber number when number.isIntegral() -> {
            Evaluator value = compile(target);
            yield folded(PropertyAccess.numbered(value, number.longValue()), List.of(value));
          }
          default -> Constant.of(JsonUndefined.UNDEFINED);
        };
      }
      return PropertyAccess.indexed(compile(target), position);
    }

    /** Compiles a property, which may be a computed one. */
    private Evaluator property(Expression target, String name) {
      if (target instanceof Expression.Reference(String alias, _)) {
        Optional<NameScope.Binding> item = scope.find(alias).filter(NameScope.Binding::isItem);
        Optional<ComputedProperties.Definition> computed =
            item.flatMap(_ -> traits.computed().find(name));
        if (item.isPresent() && computed.isPresent()) {
          NameScope inner = new NameScope(null);
          inner.bind(computed.get().item(), item.get().slot(), false);
          return new Compilation(inner, aggregates).compile(computed.get().expression());
        }
      }
      Evaluator value = compile(target);
      return folded(PropertyAccess.named(value, name), List.of(value));
    }

    private Evaluator unary(UnaryOperator operator, Evaluator operand) {
      Evaluator result =
          switch (operator) {
            case MINUS -> Arithmetic.minus(operand);
            case PLUS -> Arithmetic.plus(operand);
            case BIT_NOT -> Arithmetic.bitNot(operand);
            case NOT -> Logic.not(operand);
          };
      return folded(result, List.of(operand));
    }

    private Evaluator binary(BinaryOperator operator, Evaluator left, Evaluator right) {
      Evaluator result =
          switch (operator) {
            case CONCATENATE -> Arithmetic.concatenate(left, right);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                Comparison.of(operator, left, right);
            case MULTIPLY,
                DIVIDE,
                REMAINDER,
                ADD,
                SUBTRACT,
                BIT_AND,
                BIT_OR,
                BIT_XOR,
                SHIFT_LEFT,
                SHIFT_RIGHT,
                SHIFT_RIGHT_UNSIGNED ->
                Arithmetic.of(operator, left, right);
          };
      return folded(result, List.of(left, right));
    }

    private Evaluator in(Expression.In in) {
      Evaluator value = compile(in.value());
      List<Evaluator> candidates = all(in.candidates());
      List<Evaluator> operands = new ArrayList<>(candidates);
      operands.add(value);
      return folded(negatedIf(in.negated(), Logic.in(value, candidates)), operands);
    }

    private Evaluator between(Expression.Between between) {
      List<Evaluator> values = all(List.of(between.value(), between.low(), between.high()));
      return folded(
          negatedIf(between.negated(), Logic.between(values.get(0), values.get(1), values.get(2))),
          values);
    }

    private Evaluator like(Expression.Like like) {
      List<Evaluator> values = all(List.of(like.value(), like.pattern()));
      return folded(
          negatedIf(like.negated(), Like.of(values.get(0), values.get(1), like.escape())), values);
    }

    private static Evaluator negatedIf(boolean negated, Evaluator evaluator) {
      return negated ? Logic.not(evaluator) : evaluator;
    }

    private Evaluator call(Expression.Call call) {
      Optional<Aggregate> aggregate = Aggregate.named(call.name());
      if (aggregate.isPresent()) {
        int slot = newSlot();
        Expression given = call.arguments().getFirst();
        Evaluator argument = Counted.of(compile(given), units(given));
        aggregates.add(new AggregateCall(aggregate.get(), argument, slot));
        return new SlotValue(slot);
      }
      Function function =
          Functions.find(call.name())
              .orElseThrow(
                  () -> new IllegalStateException("The query was not checked: " + call.name()));
      List<Evaluator> arguments = all(call.arguments());
      VectorMetric metric = VectorCalls.metric(call, traits);
      Evaluator result =
          function.binding().bind(arguments, new CallSite(traits.geospatial(), metric));
      return function.constant() ? folded(result, arguments) : result;
    }

    /** Compiles a call of a user-defined function, which is skipped if an argument is undefined. */
    private Evaluator userCall(Expression.UserCall call) {
      Evaluator[] arguments = all(call.arguments()).toArray(Evaluator[]::new);
      return row -> {
        List<JsonValue> values = new ArrayList<>(arguments.length);
        for (Evaluator argument : arguments) {
          JsonValue value = argument.result(row);
          if (value.isUndefined()) {
            return value;
          }
          values.add(value);
        }
        UserFunctions functions = row.execution().functions();
        long before = functions.work();
        try {
          JsonValue result = functions.call(call.name(), values);
          row.execution().limits().onCall();
          return result;
        } finally {
          row.work(functions.work() - before);
        }
      };
    }

    private Evaluator let(String name, Expression value, Expression body) {
      int slot = newSlot();
      Evaluator given = compile(value);
      NameScope inner = new NameScope(scope);
      inner.bind(name, slot, false);
      Evaluator result = new Compilation(inner, aggregates).compile(body);
      return row -> {
        row.set(slot, given.value(row));
        return result.value(row);
      };
    }

    /** Replaces an evaluator by its value if that is constant. */
    private static Evaluator folded(Evaluator evaluator, List<Evaluator> operands) {
      for (Evaluator operand : operands) {
        if (!(operand instanceof Constant)) {
          return evaluator;
        }
      }
      try {
        return Constant.fold(evaluator, NO_ROW);
      } catch (DatabaseException e) {
        Planning.step();
        // The failure is left to the first row that evaluates it, if any does.
        return evaluator;
      }
    }
  }
}
