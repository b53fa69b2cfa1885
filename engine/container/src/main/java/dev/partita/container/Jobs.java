package dev.partita.container;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueListener;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.container.group.Groups;
import dev.partita.container.job.JobKind;
import dev.partita.container.job.JobRequest;
import dev.partita.container.job.JobStep;
import dev.partita.replication.Leadership;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The long work of an engine: carries on what the catalogue says is under way, step by step, and
 * notes after each how far it is. A step that fails is tried again, later and later. Safe for use
 * by any number of threads.
 *
 * <p>What must stay true: what a job has reached is noted before it is told, and a job that has
 * ended takes no more steps and holds no change log.
 */
public final class Jobs implements CatalogueListener, AutoCloseable {

  private static final long UNITS_MAX = 10_000;
  private static final long RETRY_MILLIS = 1_000;
  private static final long RETRY_MILLIS_MAX = 60_000;

  /** How a job gets on that is under way here. */
  private static final class Course {
    private long nextNanos;
    private long retryMillis = RETRY_MILLIS;
    private volatile @Nullable Throwable failure;
  }

  private final Catalogue catalogue;
  private final Containers containers;
  private final Groups groups;
  private final Clock clock;
  private final EngineHealth health;
  private final ScheduledExecutorService thread;
  private final boolean isAutomatic;
  private final Map<String, JobKind> kinds = new ConcurrentHashMap<>();
  private final Map<Integer, Course> courses = new ConcurrentHashMap<>();

  // Under their lock.
  private final Object scheduling = new Object();
  private @Nullable Future<?> next;
  private long nextNanos;

  /**
   * @param isAutomatic whether jobs go on by themselves, not only when asked for
   */
  Jobs(
      Catalogue catalogue,
      Containers containers,
      Groups groups,
      Clock clock,
      EngineHealth health,
      ScheduledExecutorService thread,
      boolean isAutomatic) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.groups = groups;
    this.clock = clock;
    this.health = health;
    this.thread = thread;
    this.isAutomatic = isAutomatic;
  }

  /** Goes on where this node begins to lead. */
  void start() {
    groups.add(
        new Leadership.Listener() {
          @Override
          public void leads(long term) {
            wake();
          }

          @Override
          public void follows() {}
        });
  }

  /** Has jobs of a kind carried on from now on. */
  void add(JobKind kind) {
    if (kinds.putIfAbsent(kind.name(), kind) != null) {
      throw new IllegalArgumentException("There are two kinds of jobs: " + kind.name());
    }
    wake();
  }

  // What there is

  /** All jobs that are under way, and the last that have ended, in the order of their numbers. */
  public Collection<JobRecord> list() {
    return catalogue.jobs();
  }

  /** The job of a kind that is under way for a container. */
  public Optional<JobRecord> current(String kind, int container) {
    return catalogue.jobs().stream()
        .filter(job -> !job.isEnded() && job.kind().equals(kind) && job.container() == container)
        .findFirst();
  }

  /** Why the last step of a job failed; null if it did not. */
  public @Nullable Throwable failure(int number) {
    Course course = courses.get(number);
    return course == null ? null : course.failure;
  }

  /**
   * The LSN after which entries of a partition's change log must stay, because of a job that reads
   * it or one that the partition descends from; the greatest number if nobody does.
   */
  long heldAfter(Container container, OwnedPartition owned) {
    long held = Long.MAX_VALUE;
    for (JobRecord job : catalogue.jobs()) {
      if (job.container() == container.number() && !job.isEnded()) {
        for (Map.Entry<Integer, Long> hold : job.holds().entrySet()) {
          if (owned.partition().lineage().has(hold.getKey())) {
            held = Math.min(held, hold.getValue());
          }
        }
      }
    }
    return held;
  }

  // What becomes of them

  /**
   * Begins a job.
   *
   * @throws DatabaseException CONFLICT if the container has one of the kind
   */
  public JobRecord start(JobRequest request) {
    return catalogue.createJob(
        request.kind(),
        request.container(),
        request.checkpoint(),
        request.total(),
        request.perSecond(),
        request.holds());
  }

  /**
   * The end of the change log of each partition of a container, for a {@link JobRequest} that is to
   * miss no change from now on. Nothing that comes later has been trimmed.
   */
  public static Map<Integer, Long> ends(Container container) {
    Map<Integer, Long> ends = new HashMap<>();
    container.partitions().forEach(each -> ends.put(each.number(), each.partition().state().lsn()));
    return ends;
  }

  /**
   * @throws DatabaseException NOT_FOUND; CONFLICT if it is not running
   */
  public JobRecord pause(int number) {
    return change(number, JobRecord.State.PAUSED, JobRecord.State.RUNNING);
  }

  /**
   * @throws DatabaseException NOT_FOUND; CONFLICT if it is not paused
   */
  public JobRecord resume(int number) {
    return change(number, JobRecord.State.RUNNING, JobRecord.State.PAUSED);
  }

  /**
   * Breaks a job off. What it has done is taken back in the background.
   *
   * @throws DatabaseException NOT_FOUND; CONFLICT if it has ended, or must not be broken off
   */
  public JobRecord cancel(int number) {
    JobRecord job = require(number);
    JobKind kind = kinds.get(job.kind());
    if (kind != null && !job.isEnded()) {
      kind.requireCancellable(job);
    }
    return change(
        number, JobRecord.State.CANCELLING, JobRecord.State.RUNNING, JobRecord.State.PAUSED);
  }

  /**
   * Limits how fast a job goes on.
   *
   * @param perSecond units; 0 for as many as possible
   * @throws DatabaseException NOT_FOUND; BAD_REQUEST if the number is negative
   */
  public JobRecord limit(int number, long perSecond) {
    if (perSecond < 0) {
      throw DatabaseException.badRequest("A job's rate is 0, for no limit, or a positive number.")
          .with("perSecond", perSecond);
    }
    require(number);
    courses.remove(number);
    return catalogue.changeJob(number, job -> job.withPerSecond(perSecond, clock.millis()));
  }

  private JobRecord change(int number, JobRecord.State to, JobRecord.State... from) {
    return catalogue.changeJob(
        number,
        job -> {
          if (job.state() != to && !List.of(from).contains(job.state())) {
            throw new DatabaseException(
                    ErrorCode.CONFLICT, "The job is in a state in which this cannot be done.")
                .with("job", number)
                .with("state", job.state());
          }
          return job.state() == to ? job : job.withState(to, clock.millis());
        });
  }

  /**
   * @throws DatabaseException NOT_FOUND
   */
  public JobRecord require(int number) {
    return catalogue
        .job(number)
        .orElseThrow(
            () ->
                new DatabaseException(
                        ErrorCode.NOT_FOUND, "There is no such job, or it ended long ago.")
                    .with("job", number));
  }

  // Going on

  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    switch (after) {
      case CatalogueEntry.Job(JobRecord job) when !job.isEnded() -> wake();
      case CatalogueEntry.Job(JobRecord job) -> courses.remove(job.number());
      // What a definition asks for may be work.
      case CatalogueEntry.Container _ -> wake();
      case null, default -> {
        if (before instanceof CatalogueEntry.Job(JobRecord gone)) {
          courses.remove(gone.number());
        }
      }
    }
  }

  /** Takes a step of each job that is due; tells in how many nanoseconds the next is due. */
  public synchronized long runDue() {
    for (JobKind kind : groups.leads(Groups.CATALOGUE) ? kinds.values() : List.<JobKind>of()) {
      attempt("begin jobs of kind " + kind.name(), () -> begin(kind));
    }
    long nextDue = Long.MAX_VALUE;
    for (JobRecord job : catalogue.jobs()) {
      JobKind kind = kinds.get(job.kind());
      boolean waits = job.isEnded() || job.state() == JobRecord.State.PAUSED;
      if (kind != null && !waits && isHere(kind, job)) {
        nextDue = Math.min(nextDue, carryOn(kind, job));
      }
    }
    return nextDue;
  }

  /** Whether the next step is for this node to take. */
  private boolean isHere(JobKind kind, JobRecord job) {
    Container container = containers.container(job.container()).orElse(null);
    if (container == null) {
      return false;
    }
    byte[] position = kind.position(job);
    return position == null ? groups.leads(Groups.CATALOGUE) : container.leads(position);
  }

  private void begin(JobKind kind) {
    for (JobRequest request : kind.wanted()) {
      if (current(kind.name(), request.container()).isEmpty()) {
        start(request);
      }
    }
  }

  private long carryOn(JobKind kind, JobRecord job) {
    Course course = courses.computeIfAbsent(job.number(), _ -> due());
    long left = course.nextNanos - clock.nanos();
    if (left > 0) {
      return left;
    }
    EngineHealth.Work work =
        new EngineHealth.Work(
            job.container(), "carry on the job " + job.kind() + " of", name(job.container()));
    try {
      long pauseNanos = step(kind, job);
      course.nextNanos = clock.nanos() + pauseNanos;
      course.retryMillis = RETRY_MILLIS;
      course.failure = null;
      health.succeeded(work);
      return pauseNanos;
    } catch (RuntimeException | Error e) {
      long pauseNanos = TimeUnit.MILLISECONDS.toNanos(course.retryMillis);
      course.nextNanos = clock.nanos() + pauseNanos;
      course.retryMillis = Math.min(2 * course.retryMillis, RETRY_MILLIS_MAX);
      if (catalogue.container(job.container()).isPresent()) {
        course.failure = e;
        health.failed(work, e);
      }
      return pauseNanos;
    }
  }

  private Course due() {
    Course course = new Course();
    course.nextNanos = clock.nanos();
    return course;
  }

  /** Tells how many nanoseconds to wait for the next step. */
  private long step(JobKind kind, JobRecord job) {
    if (job.state() == JobRecord.State.CANCELLING) {
      kind.takeBack(job);
      note(job, record -> record.withState(JobRecord.State.CANCELLED, clock.millis()));
      return 0;
    }
    long rate = job.perSecond();
    JobStep step = kind.step(job, rate == 0 ? UNITS_MAX : Math.clamp(rate, 1, UNITS_MAX));
    note(
        job,
        record -> {
          Map<Integer, Long> holds = step.holds();
          JobRecord reached =
              record.withProgress(
                  step.checkpoint(),
                  step.done(),
                  holds == null ? record.holds() : holds,
                  clock.millis());
          return step.isLast() && record.state() != JobRecord.State.CANCELLING
              ? reached.withState(JobRecord.State.DONE, clock.millis())
              : reached;
        });
    return rate == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) * step.units() / rate;
  }

  /** Meanwhile it may have been told to pause, or be gone with its container. */
  private void note(JobRecord job, UnaryOperator<JobRecord> change) {
    if (catalogue.job(job.number()).isPresent()) {
      catalogue.changeJob(job.number(), record -> record.isEnded() ? record : change.apply(record));
    }
  }

  private String name(int container) {
    return catalogue.container(container).map(record -> record.name()).orElse("");
  }

  private void attempt(String what, Runnable action) {
    EngineHealth.Work work = new EngineHealth.Work(EngineHealth.Work.ALL, what, "");
    try {
      action.run();
      health.succeeded(work);
    } catch (RuntimeException | Error e) {
      health.failed(work, e);
    }
  }

  /** Has jobs go on soon. */
  private void wake() {
    schedule(0);
  }

  /** Has jobs go on after a while, unless they do before. */
  private void schedule(long nanos) {
    if (!isAutomatic) {
      return;
    }
    synchronized (scheduling) {
      long atNanos = clock.nanos() + nanos;
      if (next != null) {
        if (nextNanos - atNanos <= 0) {
          return;
        }
        next.cancel(false);
      }
      try {
        nextNanos = atNanos;
        next = thread.schedule(this::runAndGoOn, nanos, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        // The engine is closing; jobs go on when it is opened again.
        next = null;
      }
    }
  }

  private void runAndGoOn() {
    synchronized (scheduling) {
      next = null;
    }
    long nanos = runDue();
    if (nanos != Long.MAX_VALUE) {
      schedule(nanos);
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
