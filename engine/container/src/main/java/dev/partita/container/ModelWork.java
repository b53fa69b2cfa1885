package dev.partita.container;

import dev.partita.container.job.JobKind;
import dev.partita.partition.TimerKind;
import java.util.List;
import java.util.Map;

/**
 * What a model does by itself in an engine, for the containers of its own. Safe for use by any
 * number of threads.
 */
public interface ModelWork {

  /** What handles its timers, by their kinds. */
  default Map<TimerKind, TimerHandler> timers() {
    return Map.of();
  }

  /**
   * What is done for each container in every round of housekeeping, by its purpose, to be followed
   * by a container: "remove expired items of".
   */
  default Map<String, Housekeeping.Chore> chores() {
    return Map.of();
  }

  /** The kinds of long work that it can carry on. */
  default List<JobKind> jobs() {
    return List.of();
  }
}
