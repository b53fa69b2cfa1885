package dev.partita.query.function;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Registry of all functions except aggregates, by name. Immutable. */
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
   * Finds a function by name, in any case and with or without underscores between words. A leading
   * underscore is part of the name.
   */
  public static Optional<Function> find(String name) {
    return Optional.ofNullable(BY_KEY.get(key(name)));
  }

  /** Key that all spellings of a name share. */
  public static String key(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    String joined = upper.replace("_", "");
    return upper.startsWith("_") ? "_" + joined : joined;
  }
}
