package dev.partita.query.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The names that mean something at a place in a query, those of the queries around it included. */
public final class Scope {

  /** Where the value of a name is, and whether it is a whole item of the container. */
  public record Binding(int slot, boolean isItem) {}

  private final @Nullable Scope outer;
  private final Map<String, Binding> names = new HashMap<>();

  public Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  /** Gives a name a meaning from here on; it hides an outer one. */
  public void bind(String name, int slot, boolean isItem) {
    names.put(name, new Binding(slot, isItem));
  }

  public Optional<Binding> find(String name) {
    Binding binding = names.get(name);
    if (binding == null && outer != null) {
      return outer.find(name);
    }
    return Optional.ofNullable(binding);
  }

  /** Whether the name has a meaning in this scope itself. */
  boolean declares(String name) {
    return names.containsKey(name);
  }
}
