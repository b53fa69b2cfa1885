package dev.partita.query.function;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All functions but the aggregates, by name. */
public final class Functions {

  private static final Map<String, Function> BY_KEY =
      Stream.of(
              ArrayFunctions.all(),
              ConditionalFunctions.all(),
              DateTimeFunctions.all(),
              FullTextFunctions.all(),
              IntegerFunctions.all(),
              ItemFunctions.all(),
              MathFunctions.all(),
              RegexFunctions.all(),
              SetFunctions.all(),
              SpatialFunctions.all(),
              StringConversionFunctions.all(),
              StringFunctions.all(),
              StringSearchFunctions.all(),
              TypeFunctions.all(),
              VectorFunctions.all())
          .flatMap(functions -> functions)
          .collect(Collectors.toUnmodifiableMap(f -> key(f.name()), UnaryOperator.identity()));

  private Functions() {}

  /**
   * The function of a name, in any case and with or without underscores between words. Names that
   * begin with an underscore are others than those that do not.
   */
  public static Optional<Function> find(String name) {
    return Optional.ofNullable(BY_KEY.get(key(name)));
  }

  /** What is the same for all spellings of a name. */
  public static String key(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    String joined = upper.replace("_", "");
    return upper.startsWith("_") ? "_" + joined : joined;
  }
}
