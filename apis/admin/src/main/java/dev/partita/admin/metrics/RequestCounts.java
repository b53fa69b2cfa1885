package dev.partita.admin.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
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

  /** What is counted for one kind of request. */
  static final class OfKind {
    private final AtomicReferenceArray<@Nullable LongAdder> byStatus =
        new AtomicReferenceArray<>(STATUSES);
    // By the status times 65536 and the sub-status, which only some failures have.
    final Map<Integer, LongAdder> bySubStatus = new ConcurrentHashMap<>();
    final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    final LongAdder nanos = new LongAdder();

    OfKind() {
      for (int i = 0; i < buckets.length; i++) {
        buckets[i] = new LongAdder();
      }
    }

    LongAdder status(int status) {
      int place = status - STATUS_MIN;
      LongAdder known = byStatus.get(place);
      if (known != null) {
        return known;
      }
      byStatus.compareAndSet(place, null, new LongAdder());
      return Objects.requireNonNull(byStatus.get(place));
    }

    /** Each status that was given, and how often. */
    void forEachStatus(BiConsumer<Integer, Long> action) {
      for (int place = 0; place < STATUSES; place++) {
        LongAdder count = byStatus.get(place);
        if (count != null) {
          action.accept(place + STATUS_MIN, count.sum());
        }
      }
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
    OfKind counts = of(kind);
    if (subStatus == 0) {
      counts.status(status).increment();
    } else {
      counts
          .bySubStatus
          .computeIfAbsent(status << 16 | subStatus, _ -> new LongAdder())
          .increment();
    }
    counts.buckets[bucket(nanos)].increment();
    counts.nanos.add(nanos);
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
