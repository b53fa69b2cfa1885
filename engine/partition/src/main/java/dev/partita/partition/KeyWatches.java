package dev.partita.partition;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watches that are kept on logical partitions. Mostly there are none, and a commit finds that
 * out at the price of a look. Safe for use by any number of threads.
 */
final class KeyWatches {

  private final Map<LogicalKey, Set<KeyWatch>> watched = new ConcurrentHashMap<>();

  void add(KeyWatch watch) {
    watched.compute(
        watch.key(),
        (_, others) -> {
          Set<KeyWatch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
          all.add(watch);
          return all;
        });
  }

  void remove(KeyWatch watch) {
    watched.computeIfPresent(
        watch.key(),
        (_, all) -> {
          all.remove(watch);
          return all.isEmpty() ? null : all;
        });
  }

  /** None is added while a transaction is evaluated. */
  boolean isWatched(LogicalKey key) {
    return !watched.isEmpty() && watched.containsKey(key);
  }

  void touch(LogicalKey key, List<KeyWatch.Touched> touched) {
    if (!touched.isEmpty()) {
      watched.getOrDefault(key, Set.of()).forEach(watch -> watch.touch(touched));
    }
  }

  /** Has all watches tell that they have missed something. */
  void invalidate() {
    watched.values().forEach(all -> all.forEach(KeyWatch::invalidate));
  }
}
