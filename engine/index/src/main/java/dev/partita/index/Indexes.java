package dev.partita.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What of a container's index may be used at the moment. While a change of the policy is being
 * carried out that is what the new policy has and every earlier one had whose entries may still be
 * incomplete. Immutable.
 */
public final class Indexes {

  private final IndexingPolicy policy;
  private final List<IndexingPolicy> earlier;

  /**
   * @param earlier the policies that items may have been indexed by, other than the current one
   */
  public Indexes(IndexingPolicy policy, List<IndexingPolicy> earlier) {
    this.policy = policy;
    this.earlier = List.copyOf(earlier);
  }

  public IndexingPolicy policy() {
    return policy;
  }

  /** Whether every value at the path has its entry. */
  public boolean isIndexed(IndexPath path) {
    if (!policy.includes(path)) {
      return false;
    }
    for (IndexingPolicy old : earlier) {
      if (!old.includes(path)) {
        return false;
      }
    }
    return true;
  }

  /** Whether also every item without a value at the path has an entry. */
  public boolean listsUndefined(IndexPath path) {
    return isIndexed(path)
        && policy.listsUndefined(path)
        && earlier.stream().allMatch(old -> old.listsUndefined(path));
  }

  /** The composite indexes in which every item has its entry. */
  public List<CompositeIndex> composites() {
    if (earlier.isEmpty()) {
      return policy.composites();
    }
    List<CompositeIndex> usable = new ArrayList<>(policy.composites());
    earlier.forEach(old -> usable.retainAll(old.composites()));
    return List.copyOf(usable);
  }

  /** The spatial index in which every shape at the path has its entries. */
  public Optional<SpatialIndex> spatial(IndexPath path) {
    return Optional.ofNullable(policy.spatial(path))
        .filter(index -> earlier.stream().allMatch(old -> index.equals(old.spatial(path))));
  }
}
