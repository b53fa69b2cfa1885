package dev.partita.aggregation.expression;

import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The arguments of an operator that takes them by name. Used by the thread that parses. */
final class NamedArguments {

  private final ExpressionReader reader;
  private final String operator;
  private final Map<String, BsonValue> values = new LinkedHashMap<>();

  private NamedArguments(ExpressionReader reader, String operator) {
    this.reader = reader;
    this.operator = operator;
  }

  /**
   * Reads the arguments.
   *
   * @param code of the failure if they are no document
   */
  static NamedArguments read(
      ExpressionReader reader, String operator, BsonValue argument, int code) {
    if (!argument.isDocument()) {
      throw new MqlException(
          code, operator + " requires an object as an argument, found: " + argument.type().alias());
    }
    NamedArguments arguments = new NamedArguments(reader, operator);
    for (BsonElement element : argument.asDocument()) {
      arguments.values.put(element.name(), element.value());
    }
    return arguments;
  }

  /** The names that are given. */
  Set<String> names() {
    return values.keySet();
  }

  @Nullable BsonValue raw(String name) {
    return values.get(name);
  }

  /** An argument that must be there, as an expression. */
  Expression required(String name, int code) {
    BsonValue value = values.get(name);
    if (value == null) {
      throw new MqlException(code, "Missing '" + name + "' parameter to " + operator);
    }
    return reader.parse(value);
  }

  /** An argument as an expression; null if it is not there. */
  @Nullable Expression optional(String name) {
    BsonValue value = values.get(name);
    return value == null ? null : reader.parse(value);
  }
}
