package dev.partita.mql;

import dev.partita.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Variables of expressions by name, without the dollars: those of the command ({@code let}), of the
 * system (NOW), and those that expressions bind. A new scope shares what is around it. Immutable;
 * safe for use by any number of threads.
 */
public final class Variables {

  public static final Variables NONE = new Variables(null, "", null);

  private final @Nullable Variables outer;
  private final String name;
  private final @Nullable BsonValue value;

  private Variables(@Nullable Variables outer, String name, @Nullable BsonValue value) {
    this.outer = outer;
    this.name = name;
    this.value = value;
  }

  /** These variables and one more, which hides an outer one of its name; null is missing. */
  public Variables with(String name, @Nullable BsonValue value) {
    return new Variables(this, name, value);
  }

  /** The value of a variable; null if it is missing or not defined. */
  public @Nullable BsonValue get(String name) {
    Variables scope = scope(name);
    return scope == null ? null : scope.value;
  }

  public boolean defines(String name) {
    return scope(name) != null;
  }

  private @Nullable Variables scope(String wanted) {
    for (Variables scope = this; scope != null; scope = scope.outer) {
      if (scope.outer != null && scope.name.equals(wanted)) {
        return scope;
      }
    }
    return null;
  }
}
