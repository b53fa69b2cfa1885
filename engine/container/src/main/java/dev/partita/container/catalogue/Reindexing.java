package dev.partita.container.catalogue;

import dev.partita.index.IndexingPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a container's index to its current policy that is under way: what may be read of the
 * index meanwhile follows from it. How far it is, the job knows that makes the change.
 *
 * @param earlier the policies by which items may be indexed that it has not come to yet
 * @param generation tells this change from all others of the container
 */
public record Reindexing(List<IndexingPolicy> earlier, long generation) {

  public Reindexing {
    earlier = List.copyOf(earlier);
  }

  /**
   * From a policy that has just been replaced, maybe before it was everywhere.
   *
   * @param generation greater than that of every earlier change
   */
  static Reindexing after(
      IndexingPolicy replaced, @Nullable Reindexing unfinished, long generation) {
    List<IndexingPolicy> earlier = new ArrayList<>();
    if (unfinished != null) {
      earlier.addAll(unfinished.earlier);
    }
    earlier.remove(replaced);
    earlier.add(replaced);
    return new Reindexing(earlier, generation);
  }
}
