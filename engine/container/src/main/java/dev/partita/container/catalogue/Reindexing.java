package dev.partita.container.catalogue;

import dev.partita.base.bytes.Bytes;
import dev.partita.index.IndexingPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of a container's index to its current policy that is under way, item by item in the
 * order of their keys. It is part of the container's record, so it goes on after a crash.
 *
 * @param earlier the policies by which items may be indexed that it has not come to yet
 * @param through the key of the last item that is done; empty at first
 * @param items how many items are done
 */
public record Reindexing(List<IndexingPolicy> earlier, byte[] through, long items) {

  public Reindexing {
    earlier = List.copyOf(earlier);
  }

  /** From a policy that has just been replaced, maybe before it was everywhere. */
  static Reindexing after(IndexingPolicy replaced, @Nullable Reindexing unfinished) {
    List<IndexingPolicy> earlier = new ArrayList<>();
    if (unfinished != null) {
      earlier.addAll(unfinished.earlier);
    }
    earlier.remove(replaced);
    earlier.add(replaced);
    return new Reindexing(earlier, Bytes.EMPTY, 0);
  }

  /** The same change after more items. */
  public Reindexing through(byte[] key, long more) {
    return new Reindexing(earlier, key, items + more);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Reindexing(List<IndexingPolicy> policies, byte[] key, long count)
        && earlier.equals(policies)
        && Arrays.equals(through, key)
        && items == count;
  }

  @Override
  public int hashCode() {
    return Objects.hash(earlier, Arrays.hashCode(through), items);
  }
}
