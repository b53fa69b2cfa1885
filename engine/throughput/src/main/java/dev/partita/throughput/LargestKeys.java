package dev.partita.throughput;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

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

  private final int capacity;
  // Changed under the lock only.
  private final Map<String, LargeKey> known = new ConcurrentHashMap<>();
  private final NavigableSet<LargeKey> ranked = new TreeSet<>(LargestKeys::compare);

  /** Size from which a key is listed; zero while there is room. */
  private volatile long leastBytes;

  public LargestKeys() {
    this(CAPACITY);
  }

  public LargestKeys(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("Room for at least one key is needed, not " + capacity);
    }
    this.capacity = capacity;
  }

  /** Orders the largest first. */
  private static int compare(LargeKey left, LargeKey right) {
    int bySize = Long.compare(right.sizeBytes, left.sizeBytes);
    return bySize == 0 ? left.key.compareTo(right.key) : bySize;
  }

  public void report(String key, long sizeBytes) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("A size is not negative: " + sizeBytes);
    }
    // The fast path where there are many keys: nearly every report changes nothing.
    if (sizeBytes >= leastBytes || known.containsKey(key)) {
      rank(key, sizeBytes);
    }
  }

  private synchronized void rank(String key, long sizeBytes) {
    LargeKey before = known.get(key);
    if (before != null) {
      ranked.remove(before);
      known.remove(key);
    }
    if (sizeBytes > 0) {
      LargeKey now = new LargeKey(key, sizeBytes);
      known.put(key, now);
      ranked.add(now);
      if (ranked.size() > capacity) {
        known.remove(ranked.removeLast().key());
      }
    }
    leastBytes = ranked.size() < capacity ? 0 : ranked.last().sizeBytes();
  }

  /** Reports a size that was read some time ago; ignored if a newer one is known. */
  public synchronized void reportIfUnknown(String key, long sizeBytes) {
    if (!known.containsKey(key)) {
      report(key, sizeBytes);
    }
  }

  /** The largest keys, largest first; keys of the same size in the order of their text. */
  public synchronized List<LargeKey> top(int limit) {
    return ranked.stream().limit(limit).toList();
  }
}
