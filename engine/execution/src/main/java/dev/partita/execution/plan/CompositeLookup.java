package dev.partita.execution.plan;

import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexPath;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Several lookups, all of which items must meet, that one scan of a composite index carries out at
 * once: the first columns have one value each, and the next may be within an interval. Immutable.
 *
 * @param used the lookups that the scan stands for
 */
public record CompositeLookup(IndexScan scan, List<IndexCondition.Lookup> used) {

  public CompositeLookup {
    used = List.copyOf(used);
  }

  /** The one that stands for the most conditions; empty if none stands for two. */
  public static Optional<CompositeLookup> of(
      List<IndexCondition> conditions, List<CompositeIndex> composites) {
    CompositeLookup best = null;
    for (CompositeIndex index : composites) {
      CompositeLookup each = of(conditions, index);
      if (each.used.size() > (best == null ? 1 : best.used.size())) {
        best = each;
      }
    }
    return Optional.ofNullable(best);
  }

  private static CompositeLookup of(List<IndexCondition> conditions, CompositeIndex index) {
    List<IndexCondition.Lookup> used = new ArrayList<>();
    List<JsonValue> equal = new ArrayList<>();
    for (CompositeIndex.Column column : index.columns()) {
      IndexCondition.Lookup lookup = about(conditions, column.path());
      Optional<JsonValue> only =
          lookup == null ? Optional.empty() : lookup.ranges().getFirst().onlyValue();
      if (lookup != null) {
        used.add(lookup);
      }
      if (only.isEmpty()) {
        TermRange next = lookup == null ? TermRange.ALL : lookup.ranges().getFirst();
        return new CompositeLookup(IndexScan.of(index, equal, next), used);
      }
      equal.add(only.get());
    }
    return new CompositeLookup(IndexScan.of(index, equal, TermRange.ALL), used);
  }

  /** The lookup of one interval at a path, if there is one. */
  private static IndexCondition.@Nullable Lookup about(
      List<IndexCondition> conditions, IndexPath path) {
    for (IndexCondition condition : conditions) {
      if (condition instanceof IndexCondition.Lookup lookup
          && lookup.path().equals(path)
          && lookup.ranges().size() == 1) {
        return lookup;
      }
    }
    return null;
  }
}
