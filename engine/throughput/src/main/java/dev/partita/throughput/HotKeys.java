package dev.partita.throughput;

import dev.partita.base.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sketch of the keys that spend most, in bounded memory: Space-Saving (Metwally, Agrawal, El
 * Abbadi, 2005) with request units as weights. Safe for any number of threads; recording is a short
 * synchronized block. The counters are allocated with the first record.
 *
 * <p>A key without a counter takes over the smallest one and its count, which is from then on the
 * possible error. So an estimate is never too low and at most its error too high, and any key with
 * more than one part in {@code counters} of the total has a counter.
 *
 * <p>"Hottest" means lately: every half-life all counts are halved, when the sketch is next used.
 * Halving rounds down, which moves these bounds by no more than a hundredth of a request unit.
 */
public final class HotKeys {

  static final int COUNTERS = 64;
  static final long HALF_LIFE_MILLIS = 60_000;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int NONE = -1;

  /** Parallel arrays; the first {@code size} places are taken. */
  private static final class Counters {
    final @Nullable String[] keys;
    final int[] hashes;
    final long[] counts;
    final long[] errors;
    int size;

    Counters(int capacity) {
      keys = new String[capacity];
      hashes = new int[capacity];
      counts = new long[capacity];
      errors = new long[capacity];
    }
  }

  private final Clock clock;
  private final int capacity;
  private final long halfLifeNanos;

  private @Nullable Counters counters;
  private long total;
  private long halvedNanos;

  public HotKeys(Clock clock) {
    this(clock, COUNTERS, HALF_LIFE_MILLIS);
  }

  public HotKeys(Clock clock, int counters, long halfLifeMillis) {
    if (counters < 1 || halfLifeMillis < 1) {
      throw new IllegalArgumentException("A sketch needs a counter and a half-life");
    }
    this.clock = clock;
    capacity = counters;
    halfLifeNanos = Math.multiplyExact(halfLifeMillis, NANOS_PER_MILLI);
    halvedNanos = clock.nanos();
  }

  public void record(String key, RequestCharge charge) {
    record(key, charge, clock.nanos());
  }

  synchronized void record(String key, RequestCharge charge, long nanos) {
    long weight = charge.hundredths();
    if (weight == 0) {
      return; // would take a counter away from a key that spends
    }
    decay(nanos);
    Counters c = counters;
    if (c == null) {
      c = new Counters(capacity);
      counters = c;
    }
    total += weight;
    int place = find(c, key);
    if (place == NONE) {
      place = c.size < capacity ? c.size++ : smallest(c);
      c.keys[place] = key;
      c.hashes[place] = key.hashCode();
      c.errors[place] = c.counts[place];
    }
    c.counts[place] += weight;
  }

  /** The keys with the highest recent consumption, hottest first. */
  public synchronized List<HotKey> top(int limit) {
    Counters c = current();
    if (c == null) {
      return List.of();
    }
    return IntStream.range(0, c.size)
        .mapToObj(place -> hotKey(c, place))
        .sorted(Comparator.comparing(HotKey::consumed).reversed().thenComparing(HotKey::key))
        .limit(limit)
        .toList();
  }

  /** The hottest key, unless nothing was recorded lately. */
  public synchronized Optional<HotKey> hottest() {
    Counters c = current();
    if (c == null || c.size == 0) {
      return Optional.empty();
    }
    int hottest = 0;
    for (int place = 1; place < c.size; place++) {
      if (c.counts[place] > c.counts[hottest]) {
        hottest = place;
      }
    }
    return Optional.of(hotKey(c, hottest));
  }

  /** What all keys together spent lately. */
  public synchronized RequestCharge total() {
    decay(clock.nanos());
    return new RequestCharge(total);
  }

  private @Nullable Counters current() {
    decay(clock.nanos());
    return counters;
  }

  private HotKey hotKey(Counters c, int place) {
    String key = c.keys[place];
    if (key == null) {
      throw new IllegalStateException("A counter without a key at " + place);
    }
    double sharePercent = total == 0 ? 0 : 100.0 * c.counts[place] / total;
    return new HotKey(
        key,
        new RequestCharge(c.counts[place]),
        new RequestCharge(c.errors[place]),
        Math.min(100.0, sharePercent));
  }

  private void decay(long nanos) {
    long halvings = (nanos - halvedNanos) / halfLifeNanos;
    if (halvings <= 0) {
      return;
    }
    halvedNanos += halvings * halfLifeNanos;
    int shift = (int) Math.min(halvings, Long.SIZE - 1);
    total >>= shift;
    if (counters != null) {
      halve(counters, shift);
    }
  }

  /** Halves all counts and gives the places of those that became nothing free. */
  private static void halve(Counters c, int shift) {
    int kept = 0;
    for (int place = 0; place < c.size; place++) {
      long count = c.counts[place] >> shift;
      if (count > 0) {
        c.keys[kept] = c.keys[place];
        c.hashes[kept] = c.hashes[place];
        c.counts[kept] = count;
        c.errors[kept] = c.errors[place] >> shift;
        kept++;
      }
    }
    for (int place = kept; place < c.size; place++) {
      c.keys[place] = null;
      c.counts[place] = 0;
      c.errors[place] = 0;
    }
    c.size = kept;
  }

  private static int find(Counters c, String key) {
    int hash = key.hashCode();
    for (int place = 0; place < c.size; place++) {
      if (c.hashes[place] == hash && key.equals(c.keys[place])) {
        return place;
      }
    }
    return NONE;
  }

  private static int smallest(Counters c) {
    int smallest = 0;
    for (int place = 1; place < c.size; place++) {
      if (c.counts[place] < c.counts[smallest]) {
        smallest = place;
      }
    }
    return smallest;
  }
}
