package dev.partita.mql.projection;

import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.DocumentFilter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a projection says about a field. */
sealed interface ProjectionNode {

  /** Keep the field. */
  record Include() implements ProjectionNode {}

  /** Leave the field out. */
  record Exclude() implements ProjectionNode {}

  /** Put the value of an expression in its place. */
  record Computed(Expression expression) implements ProjectionNode {}

  /**
   * Keep a part of the array: elements from a position on, which counts from the end below zero.
   */
  record Slice(long skip, long limit) implements ProjectionNode {}

  /** Keep the first element that matches; the filter is on a field with an empty name. */
  record FirstMatch(DocumentFilter filter) implements ProjectionNode {}

  /** Keep the element that the query matched. */
  record Positional() implements ProjectionNode {}

  /** What it says about fields of the field. */
  record Inner(Map<String, ProjectionNode> children) implements ProjectionNode {
    Inner() {
      this(new LinkedHashMap<>());
    }

    void add(String path, String[] parts, ProjectionNode leaf) {
      Inner at = this;
      for (int i = 0; i < parts.length - 1; i++) {
        ProjectionNode next = at.children.computeIfAbsent(parts[i], _ -> new Inner());
        if (!(next instanceof Inner inner)) {
          String rest = String.join(".", Arrays.asList(parts).subList(i + 1, parts.length));
          throw new MqlException(31249, "Path collision at " + path + " remaining portion " + rest);
        }
        at = inner;
      }
      if (at.children.putIfAbsent(parts[parts.length - 1], leaf) != null) {
        throw new MqlException(31250, "Path collision at " + path);
      }
    }

    /** Whether any field below is computed. */
    boolean computes() {
      return children.values().stream()
          .anyMatch(
              child ->
                  child instanceof Computed || (child instanceof Inner inner && inner.computes()));
    }
  }
}
