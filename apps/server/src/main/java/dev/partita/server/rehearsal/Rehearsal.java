package dev.partita.server.rehearsal;

import dev.partita.base.bytes.KeyRange;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What is to happen to some requests. Safe for use by any number of threads. */
final class Rehearsal {

  /** Which requests. */
  enum Operations {
    ALL,
    READS,
    WRITES
  }

  /**
   * Which requests of a container, and what becomes of them.
   *
   * @param positions of a partition; a split does not change what is meant
   * @param key the position of a partition key; null for all of them
   * @param shown how the request for this rehearsal said it
   * @param count how many requests; 0 for all until it is stopped
   */
  record Plan(
      int container,
      KeyRange positions,
      byte @Nullable [] key,
      Operations operations,
      Fault fault,
      long count,
      long latencyMillis,
      long retryAfterMillis,
      JsonObject shown) {}

  private final long id;
  private final Plan plan;
  private final AtomicLong met = new AtomicLong();

  Rehearsal(long id, Plan plan) {
    this.id = id;
    this.plan = plan;
  }

  long id() {
    return id;
  }

  Plan plan() {
    return plan;
  }

  /** Whether it is about a request, and there are some left; counts it then. */
  boolean takes(Target target) {
    boolean meant =
        target.container() == plan.container()
            && switch (plan.operations()) {
              case ALL -> true;
              case READS -> !target.isWrite();
              case WRITES -> target.isWrite();
            }
            && (plan.key() == null
                ? target.positions().overlaps(plan.positions())
                : Arrays.equals(plan.key(), target.key()));
    if (!meant) {
      return false;
    }
    long before = met.getAndUpdate(count -> isOver(count) ? count : count + 1);
    return !isOver(before);
  }

  boolean isOver() {
    return isOver(met.get());
  }

  private boolean isOver(long count) {
    return plan.count() > 0 && count >= plan.count();
  }

  JsonValue toJson() {
    return plan.shown().toBuilder().put("id", Long.toString(id)).put("met", met.get()).build();
  }
}
