package dev.partita.execution.access;

import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.partition.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items under keys that the index gave. They are read several at a go, which costs less: as
 * many as are wanted, and then twice as many, and so on. Not for use by several threads.
 */
public final class ItemLookup implements ItemCursor {

  private final FoundKeys keys;
  private final Items items;
  private final SegmentReader snapshot;
  private final List<byte[]> taken = new ArrayList<>();
  private List<@Nullable StoredItem> found = List.of();
  private int at;
  private int atAGo;

  /** Whether there may be more keys; one that has ended is not asked again. */
  private boolean more = true;

  ItemLookup(FoundKeys keys, Items items, SegmentReader snapshot, long wanted) {
    this.keys = keys;
    this.items = items;
    this.snapshot = snapshot;
    this.atAGo = Math.clamp(wanted, 1, ListedItems.MOST_AT_A_GO);
  }

  @Override
  public boolean next() {
    do {
      at++;
      if (at >= taken.size() && !read()) {
        return false;
      }
    } while (found.get(at) == null);
    return true;
  }

  /** Reads the next items; false if there are no more keys. */
  private boolean read() {
    at = 0;
    taken.clear();
    while (taken.size() < atAGo && more) {
      more = keys.next();
      if (more) {
        taken.add(keys.key());
      }
    }
    found = items.reader().findAll(snapshot, taken);
    atAGo = Math.min(2 * atAGo, ListedItems.MOST_AT_A_GO);
    return !taken.isEmpty();
  }

  @Override
  public byte[] key() {
    return taken.get(at);
  }

  @Override
  public StoredItem item() {
    return Objects.requireNonNull(found.get(at));
  }

  @Override
  public void close() {
    keys.close();
  }
}
