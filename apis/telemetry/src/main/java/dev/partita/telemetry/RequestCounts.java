package dev.partita.telemetry;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How many requests of each kind one API had, with which status, and how long they took. Safe for
 * any number of threads; to count one takes two additions and no lookup by name.
 */
public final class RequestCounts {

  /** In seconds. */
  static final double[] BOUNDS = {
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  private static final long[] BOUND_NANOS = nanos();
  private static final int STATUS_MIN = 200;
  private static final int STATUSES = 400;

  /** How long requests with one outcome took. How many there were is the sum of the buckets. */
  static final class Times {
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder nanos = new LongAdder();

    Times() {
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] = new LongAdder();
      }
    }

    private void add(long tookNanos) {
      buckets[bucket(tookNanos)].increment();
      nanos.add(tookNanos);
    }

    long bucketCount(int bucket) {
      return buckets[bucket].sum();
    }

    long count() {
      long sum = 0;
      for (LongAdder bucket : buckets) {
        sum += bucket.sum();
      }
      return sum;
    }

    double seconds() {
      return nanos.sum() / 1e9;
    }
  }

  /** One thing that a request can come to. */
  record Outcome(int status, int subStatus) {}

  /** What is counted for one kind of request. */
  static final class OfKind {
    private final AtomicReferenceArray<@Nullable Times> byStatus =
        new AtomicReferenceArray<>(STATUSES);
    // Only some failures have a sub-status.
    private final Map<Outcome, Times> bySubStatus = new ConcurrentHashMap<>();

    private Times of(int status, int subStatus) {
      if (subStatus != 0) {
        return bySubStatus.computeIfAbsent(new Outcome(status, subStatus), _ -> new Times());
      }
      int place = status - STATUS_MIN;
      Times known = byStatus.get(place);
      if (known != null) {
        return known;
      }
      byStatus.compareAndSet(place, null, new Times());
      return Objects.requireNonNull(byStatus.get(place));
    }

    /** Each outcome that there was. */
    Map<Outcome, Times> outcomes() {
      Map<Outcome, Times> outcomes = new LinkedHashMap<>();
      for (int place = 0; place < STATUSES; place++) {
        Times times = byStatus.get(place);
        if (times != null) {
          outcomes.put(new Outcome(place + STATUS_MIN, 0), times);
        }
      }
      outcomes.putAll(bySubStatus);
      return outcomes;
    }
  }

  private final String api;
  // Never changed once it is filled, so that any thread may read it.
  private final Map<OperationKind, OfKind> kinds = new EnumMap<>(OperationKind.class);

  /**
   * @param api how metrics name the API
   */
  public RequestCounts(String api) {
    this.api = api;
    for (OperationKind kind : OperationKind.values()) {
      kinds.put(kind, new OfKind());
    }
  }

  String api() {
    return api;
  }

  OfKind of(OperationKind kind) {
    return Objects.requireNonNull(kinds.get(kind));
  }

  /** Counts a request that has been answered. */
  public void count(OperationKind kind, int status, int subStatus, long nanos) {
    of(kind).of(status, subStatus).add(nanos);
  }

  private static int bucket(long nanos) {
    for (int i = 0; i < BOUND_NANOS.length; i++) {
      if (nanos <= BOUND_NANOS[i]) {
        return i;
      }
    }
    return BOUND_NANOS.length;
  }

  private static long[] nanos() {
    long[] nanos = new long[BOUNDS.length];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = Math.round(BOUNDS[i] * 1e9);
    }
    return nanos;
  }
}
