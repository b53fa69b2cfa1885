package dev.partita.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Requests to replay: all that come or, of too many, some by chance, each with the same
 * probability. On one thread.
 */
final class RequestSample {

  private static final int SHAPES_MAX = 2_000;

  private final int most;
  private final SplittableRandom random = new SplittableRandom(1);
  private final List<LoggedRequest> kept = new ArrayList<>();
  private final Map<RequestShape, RequestShape> shapes = new HashMap<>();
  private long seen;
  private double weight;
  private double throttled;

  RequestSample(int most) {
    this.most = most;
  }

  void add(LoggedRequest request) {
    if (request.throttled()) {
      // Who was refused asks again, so that it would count twice.
      throttled += request.weight();
      return;
    }
    seen++;
    weight += request.weight();
    if (kept.size() < most) {
      LoggedRequest shared = shared(request);
      if (shared != null) {
        kept.add(shared);
      }
      return;
    }
    long place = random.nextLong(seen);
    if (place < kept.size()) {
      LoggedRequest shared = shared(request);
      if (shared != null) {
        kept.set((int) place, shared);
      }
    }
  }

  /** With a shape that others have too; null if there are too many shapes to tell apart. */
  private @Nullable LoggedRequest shared(LoggedRequest request) {
    RequestShape known = shapes.get(request.shape());
    if (known == null) {
      if (shapes.size() == SHAPES_MAX) {
        return null;
      }
      known = request.shape();
      shapes.put(known, known);
    }
    return request.withShape(known);
  }

  /** The oldest first. To be asked for when all have come. */
  List<LoggedRequest> requests() {
    kept.sort(Comparator.comparingLong(LoggedRequest::atMillis));
    return kept;
  }

  /** How many each kept one stands for, its own weight aside. */
  double factor() {
    double keptWeight = kept.stream().mapToDouble(LoggedRequest::weight).sum();
    return keptWeight == 0 ? 1 : weight / keptWeight;
  }

  /** How many came, those refused aside. */
  long seen() {
    return seen;
  }

  /** How many requests all of these stand for. */
  double weight() {
    return weight;
  }

  /** How many were refused at the time. */
  double throttled() {
    return throttled;
  }
}
