package dev.partita.query.compile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lexical scope of the names at a place in a query, nested in the scopes of the queries around it.
 * Not for use by several threads.
 */
public final class NameScope {

  /** Slot of a name's value, and whether the value is a whole item of the container. */
  public record Binding(int slot, boolean isItem) {}

  private final @Nullable NameScope outer;
  private final Map<String, Binding> names = new HashMap<>();

  public NameScope(@Nullable NameScope outer) {
    this.outer = outer;
  }

  /** Binds a name from here on; it hides an outer one. */
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

  /** Whether this scope itself, and not an outer one, binds the name. */
  boolean declares(String name) {
    return names.containsKey(name);
  }
}
