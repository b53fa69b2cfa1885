package dev.partita.nosql;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How new what is read must be, the strongest first. */
public enum ConsistencyLevel {
  STRONG("Strong"),
  BOUNDED_STALENESS("BoundedStaleness"),
  SESSION("Session"),
  CONSISTENT_PREFIX("ConsistentPrefix"),
  EVENTUAL("Eventual");

  private final String wireName;

  ConsistencyLevel(String wireName) {
    this.wireName = wireName;
  }

  /** As headers and the account document have it. */
  String wireName() {
    return wireName;
  }

  /** The level of a name in a header; null if there is none. */
  static @Nullable ConsistencyLevel named(String wireName) {
    return Arrays.stream(values())
        .filter(level -> level.wireName.equals(wireName))
        .findFirst()
        .orElse(null);
  }

  boolean isStrongerThan(ConsistencyLevel other) {
    return compareTo(other) < 0;
  }
}
