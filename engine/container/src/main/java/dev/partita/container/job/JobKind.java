package dev.partita.container.job;

import dev.partita.container.catalogue.JobRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kind of long work. Asked by one thread at a time. */
public interface JobKind {

  /** What records of jobs call it, such as {@code reindex}. */
  String name();

  /**
   * Takes the next step of a job, which may have been taken before and not been noted.
   *
   * @param unitsMax how many units the step may have at most
   */
  JobStep step(JobRecord job, long unitsMax);

  /**
   * Where in the container a job goes on: its next step is taken by the node that leads the
   * partition in charge there, and concerns that one alone. Null if it is the business of no
   * partition.
   */
  default byte @Nullable [] position(JobRecord job) {
    return null;
  }

  /** What there is to do and is no job yet; one job of the kind for each container. */
  default List<JobRequest> wanted() {
    return List.of();
  }

  /**
   * Says no if a job must not be broken off.
   *
   * @throws dev.partita.base.error.DatabaseException with the reason, and what to do instead
   */
  default void requireCancellable(JobRecord job) {}

  /** Takes back what a cancelled job has done; may be asked again. */
  default void takeBack(JobRecord job) {}
}
