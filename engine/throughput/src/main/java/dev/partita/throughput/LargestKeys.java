package dev.partita.throughput;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The largest keys among those reported, with their exact sizes and in bounded memory. Safe for any
 * number of threads.
 *
 * <p>A report replaces what was known of its key, larger or smaller; a size of zero forgets it. If
 * there is no room the smallest key is dropped, and comes back with its next report once it is
 * large enough. After a key has shrunk, the list may therefore lack a larger one that has not been
 * reported since.
 */
public final class LargestKeys {

  static final int CAPACITY = 64;

  /** A key and how much is stored under it. */
  public record LargeKey(String key, long sizeBytes) {}

  private static final Comparator<LargeKey> LARGEST_FIRST =
      Comparator.comparingLong(LargeKey::sizeBytes).reversed().thenComparing(LargeKey::key);

  private final int capacity;
  private final Map<String, LargeKey> known = new HashMap<>();

  public LargestKeys() {
    this(CAPACITY);
  }

  public LargestKeys(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("Room for at least one key is needed, not " + capacity);
    }
    this.capacity = capacity;
  }

  public synchronized void report(String key, long sizeBytes) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("A size is not negative: " + sizeBytes);
    }
    if (sizeBytes == 0) {
      known.remove(key);
      return;
    }
    known.put(key, new LargeKey(key, sizeBytes));
    if (known.size() > capacity) {
      known.remove(known.values().stream().max(LARGEST_FIRST).orElseThrow().key());
    }
  }

  /** The largest keys, largest first; keys of the same size in the order of their text. */
  public synchronized List<LargeKey> top(int limit) {
    return known.values().stream().sorted(LARGEST_FIRST).limit(limit).toList();
  }
}
