package dev.partita.execution.plan;

import dev.partita.index.IndexPath;
import dev.partita.plan.FieldPath;

/** Paths of predicates as paths of indexes. Pure functions. */
final class IndexPaths {

  private IndexPaths() {}

  static IndexPath of(FieldPath path) {
    IndexPath found = IndexPath.ROOT;
    for (FieldPath.Step step : path.steps()) {
      found =
          switch (step) {
            case FieldPath.Property(String name) -> found.property(name);
            case FieldPath.Elements _ -> found.elements();
          };
    }
    return found;
  }
}
