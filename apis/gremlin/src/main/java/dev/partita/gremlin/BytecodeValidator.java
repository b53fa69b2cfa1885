package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.graph.ElementKey;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.configuration2.Configuration;
import org.apache.commons.configuration2.MapConfiguration;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.NotP;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.PBiPredicate;
import org.apache.tinkerpop.gremlin.process.traversal.Text;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.TraversalStrategyProxy;
import org.apache.tinkerpop.gremlin.process.traversal.util.AndP;
import org.apache.tinkerpop.gremlin.process.traversal.util.ConnectiveP;
import org.apache.tinkerpop.gremlin.process.traversal.util.OrP;
import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.util.GremlinDisabledListDelimiterHandler;
import org.jspecify.annotations.Nullable;

/**
 * Validation of bytecode from any source: only known steps, and values without behaviour, are
 * allowed. Not for use by several threads.
 */
final class BytecodeValidator {

  private static final int DEPTH_MAX = 64;
  private static final String STRATEGIES =
      "org.apache.tinkerpop.gremlin.process.traversal.strategy.";
  private static final String OPTIMIZATIONS = STRATEGIES + "optimization.";
  private static final String VERIFICATIONS = STRATEGIES + "verification.";

  private final int operatorsMax;
  private int operators;
  private int depth;
  private boolean removing;

  private BytecodeValidator(int operatorsMax) {
    this.operatorsMax = operatorsMax;
  }

  /**
   * Validates a client's bytecode, and converts it to the form in which ids include their partition
   * keys.
   *
   * @throws DatabaseException BAD_REQUEST naming what is not allowed
   */
  static Bytecode check(Bytecode given, int operatorsMax) {
    return new BytecodeValidator(operatorsMax).copy(given);
  }

  private Bytecode copy(Bytecode given) {
    if (++depth > DEPTH_MAX) {
      throw DatabaseException.badRequest("The traversal is nested too deeply.")
          .with("limit", DEPTH_MAX);
    }
    Bytecode copy = new Bytecode();
    for (Bytecode.Instruction instruction : given.getSourceInstructions()) {
      if (!Vocabulary.SOURCES.contains(instruction.getOperator())) {
        throw refused(instruction.getOperator());
      }
      removing = instruction.getOperator().equals("withoutStrategies");
      copy.addSource(instruction.getOperator(), arguments(instruction));
      removing = false;
    }
    for (Bytecode.Instruction instruction : given.getStepInstructions()) {
      String step = instruction.getOperator();
      if (!Vocabulary.STEPS.contains(step)) {
        throw refused(step);
      }
      if (++operators > operatorsMax) {
        throw new DatabaseException(
                ErrorCode.TOO_LARGE, "The traversal has more steps than it may.")
            .with("limit", operatorsMax);
      }
      List<@Nullable Object> arguments = Arrays.asList(arguments(instruction));
      switch (step) {
        case "V", "E" -> copy.addStep(step, Dialect.ids(arguments).toArray());
        case "has" -> Dialect.addHas(copy, arguments);
        default -> copy.addStep(step, arguments.toArray());
      }
    }
    depth--;
    return copy;
  }

  private static DatabaseException refused(String step) {
    return DatabaseException.badRequest(
            "Gremlin query compilation error: the step is not known or not allowed.")
        .with("step", step)
        .with("nearest", Vocabulary.nearest(step));
  }

  private @Nullable Object[] arguments(Bytecode.Instruction instruction) {
    @Nullable Object[] given = instruction.getArguments();
    @Nullable Object[] copied = new Object[given.length];
    for (int i = 0; i < given.length; i++) {
      copied[i] = argument(given[i]);
    }
    return copied;
  }

  private @Nullable Object argument(@Nullable Object value) {
    return switch (value) {
      case Bytecode nested -> copy(nested);
      case Bytecode.Binding<?> binding -> argument(binding.value());
      case TraversalStrategyProxy<?> proxy -> {
        strategy(proxy.getStrategyClass());
        yield checked(proxy);
      }
      case TraversalStrategy<?> strategy -> {
        strategy(strategy.getClass());
        yield strategy;
      }
      case Class<?> kind -> {
        strategy(kind);
        yield kind;
      }
      case Object[] several -> {
        @Nullable Object[] copied = new Object[several.length];
        for (int i = 0; i < several.length; i++) {
          copied[i] = argument(several[i]);
        }
        yield copied;
      }
      case P<?> predicate -> {
        harmless(predicate);
        yield endable(predicate);
      }
      case null, default -> {
        harmless(value);
        yield value;
      }
    };
  }

  /** Returns an equivalent predicate that can be interrupted. */
  @SuppressWarnings("unchecked") // The type of a predicate's value is unknown to the compiler.
  private static P<?> endable(P<?> predicate) {
    if (predicate instanceof ConnectiveP<?> several) {
      List<P<Object>> parts = new ArrayList<>();
      several.getPredicates().forEach(each -> parts.add((P<Object>) endable(each)));
      return several instanceof AndP<?> ? new AndP<>(parts) : new OrP<>(parts);
    }
    if (predicate instanceof NotP<?>) {
      return new NotP<>((P<Object>) endable(predicate.negate()));
    }
    return (PBiPredicate<?, ?>) predicate.getBiPredicate() instanceof Text.RegexPredicate regex
        ? new TextP(new EndableRegex(regex.getPattern(), regex.isNegate()), regex.getPattern())
        : predicate;
  }

  /** Validates the settings of a strategy, which may be traversals. */
  private <T extends TraversalStrategy<?>> TraversalStrategyProxy<T> checked(
      TraversalStrategyProxy<T> proxy) {
    Map<String, @Nullable Object> settings = new HashMap<>();
    Configuration given = proxy.getConfiguration();
    given.getKeys().forEachRemaining(key -> settings.put(key, argument(given.getProperty(key))));
    MapConfiguration configuration = new MapConfiguration(settings);
    configuration.setListDelimiterHandler(GremlinDisabledListDelimiterHandler.instance());
    return new TraversalStrategyProxy<>(proxy.getStrategyClass(), configuration);
  }

  /**
   * Checks a strategy: those that affect nothing but speed may be asked for, and all except
   * verifications may be left out.
   */
  private void strategy(Class<?> kind) {
    String name = kind.getName();
    boolean known =
        name.startsWith(STRATEGIES)
            && (Vocabulary.STRATEGIES.contains(kind.getSimpleName())
                || name.startsWith(OPTIMIZATIONS)
                || (removing && !name.startsWith(VERIFICATIONS)));
    if (!known) {
      throw DatabaseException.badRequest("The strategy is not known or not allowed.")
          .with("strategy", kind.getSimpleName())
          .with("known", Vocabulary.STRATEGIES);
    }
  }

  /** Allows plain values only. */
  private void harmless(@Nullable Object value) {
    switch (value) {
      case null -> {}
      case String _, Number _, Boolean _, Character _, UUID _, Enum<?> _, ElementKey _ -> {}
      case Date _, TemporalAccessor _ -> {}
      case TemporalAmount _, InetAddress _, ByteBuffer _ -> {}
      case ConnectiveP<?> several -> several.getPredicates().forEach(this::harmless);
      case P<?> predicate -> harmless(predicate.getValue());
      case Collection<?> several -> several.forEach(this::harmless);
      case Map<?, ?> map -> {
        map.keySet().forEach(this::harmless);
        map.values().forEach(this::harmless);
      }
      case Element _, Property<?> _ -> {}
      case Bytecode nested -> {
        Bytecode _ = copy(nested);
      }
      default ->
          throw DatabaseException.badRequest(
                  "A traversal has an argument that is not allowed, such as a lambda.")
              .with("kind", value.getClass().getSimpleName());
    }
  }
}
