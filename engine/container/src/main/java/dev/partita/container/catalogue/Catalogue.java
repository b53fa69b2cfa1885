package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.SegmentMap;
import dev.partita.json.JsonObject;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The record of everything that exists. Reads are from memory and never wait; changes are rare, and
 * durable before they are seen. What is in memory changes in one way only, by the effects that the
 * {@link CatalogueLog} gives, whoever made the changes. Safe for use by any number of threads.
 */
public final class Catalogue {

  /** The number of the container that holds the catalogue itself. */
  public static final int CONTAINER = 0;

  /** How often a change is worked out, should others change the same again and again. */
  private static final int ATTEMPTS = 10;

  private static final int ENDED_JOBS_KEPT = 100;

  private final CatalogueLog log;
  private final Clock clock;
  private final BiConsumer<String, Throwable> faults;
  // Changed, and read where several parts must fit together, under the lock of the contents.
  private final CatalogueContents contents = new CatalogueContents();
  private final ClusterCatalogue cluster = new ClusterCatalogue(this, contents);
  private final List<CatalogueListener> listeners = new ArrayList<>();
  // Those of one node need not get in each other's way.
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /**
   * @param faults told what could not be done, and why, when a listener fails
   */
  public Catalogue(CatalogueLog log, Clock clock, BiConsumer<String, Throwable> faults) {
    this.log = log;
    this.clock = clock;
    this.faults = faults;
    log.start(this::apply);
  }

  // Following

  /** Has a listener told of everything that there is, and of all changes from now on. */
  public void subscribe(CatalogueListener listener) {
    synchronized (contents) {
      contents
          .entries()
          .forEach(entry -> tell(listener, new CatalogueContents.Update(null, entry)));
      listeners.add(listener);
    }
  }

  /** What has been applied before does nothing: a log may give its end again. */
  private void apply(CatalogueEffect effect) {
    synchronized (contents) {
      if (effect.version() <= contents.version()) {
        return;
      }
      List<CatalogueContents.Update> updates = contents.apply(effect);
      for (CatalogueListener listener : listeners) {
        updates.forEach(update -> tell(listener, update));
      }
    }
  }

  /** The others are told whatever one of them throws: the change has happened. */
  private void tell(CatalogueListener listener, CatalogueContents.Update update) {
    try {
      listener.changed(update.before(), update.after());
    } catch (RuntimeException | Error e) {
      faults.accept("follow the catalogue", e);
    }
  }

  /** How far it is: that of the newest change that is known here. */
  public long version() {
    synchronized (contents) {
      return contents.version();
    }
  }

  // Parts

  /** What only clusters have. */
  public ClusterCatalogue cluster() {
    return cluster;
  }

  // Accounts

  public Collection<String> accounts() {
    return List.copyOf(contents.accounts());
  }

  public void createAccount(String name) {
    ResourceName.require(name);
    change(
        draft -> {
          if (draft.hasAccount(name)) {
            throw conflict("An account with this name exists.", name);
          }
          draft.put(new CatalogueEntry.Account(name, 0));
          return version -> version;
        });
  }

  // Databases

  public List<DatabaseRecord> databases(String account) {
    return contents.databases().values().stream()
        .filter(record -> record.account().equals(account))
        .toList();
  }

  public Optional<DatabaseRecord> database(int number) {
    return Optional.ofNullable(contents.databases().get(number));
  }

  public Optional<DatabaseRecord> database(String account, String name) {
    return Optional.ofNullable(contents.database(account, name));
  }

  public DatabaseRecord createDatabase(
      String account, String name, @Nullable ThroughputSettings throughput) {
    ResourceName.require(name);
    return change(
        draft -> {
          if (!draft.hasAccount(account)) {
            throw CatalogueDraft.missing("There is no such account.").with("account", account);
          }
          if (draft.seeAll().database(account, name) != null) {
            throw new DatabaseException(
                    ErrorCode.DATABASE_EXISTS, "A database with this name exists.")
                .with("name", name);
          }
          return put(
              draft,
              new DatabaseRecord(
                  draft.nextNumber(), account, name, throughput, 0, clock.millis(), 0));
        });
  }

  public DatabaseRecord changeDatabase(int number, UnaryOperator<DatabaseRecord> change) {
    return change(draft -> put(draft, change.apply(draft.database(number))));
  }

  /** Removes a database and all that belongs to it; the data of its containers is left to clear. */
  public List<ContainerRecord> deleteDatabase(int number) {
    return change(
        draft -> {
          draft.database(number);
          List<ContainerRecord> members = draft.seeAll().containers(number);
          members.forEach(draft::drop);
          draft.deleteBelongings(number);
          draft.delete(CatalogueEntry.DATABASE + number);
          return _ -> members;
        });
  }

  // Containers

  public Collection<ContainerRecord> containers() {
    return contents.containers().values();
  }

  public List<ContainerRecord> containers(int database) {
    return contents.containers(database);
  }

  public Optional<ContainerRecord> container(int number) {
    return Optional.ofNullable(contents.containers().get(number));
  }

  public Optional<ContainerRecord> container(int database, String name) {
    return Optional.ofNullable(contents.container(database, name));
  }

  public ContainerRecord createContainer(
      int database,
      ContainerDefinition definition,
      @Nullable ThroughputSettings throughput,
      PartitionMap map) {
    return createContainer(database, definition, throughput, map, List.of());
  }

  /**
   * Creates a container whose partitions are divided among several segments.
   *
   * @param groups the replication group of each segment, not more of them than the map has
   *     partitions; none for one segment in each group that there is, as far as partitions go
   */
  public ContainerRecord createContainer(
      int database,
      ContainerDefinition definition,
      @Nullable ThroughputSettings throughput,
      PartitionMap map,
      List<Integer> groups) {
    int partitions = map.current().size();
    if (groups.size() > partitions) {
      throw new IllegalArgumentException(
          groups.size() + " segments for " + partitions + " partitions.");
    }
    return change(
        draft -> {
          draft.database(database);
          if (draft.seeAll().container(database, definition.name()) != null) {
            throw conflict("A container with this name exists.", definition.name());
          }
          List<Integer> chosen =
              groups.isEmpty() ? GroupChoice.of(draft.seeAll(), partitions) : groups;
          List<Integer> numbers = new ArrayList<>();
          for (int i = 0; i < chosen.size(); i++) {
            numbers.add(draft.nextNumber());
          }
          return put(
              draft,
              new ContainerRecord(
                  numbers.getFirst(),
                  database,
                  definition,
                  throughput,
                  0,
                  map,
                  SegmentMap.divided(numbers, chosen, map),
                  null,
                  clock.millis(),
                  0));
        });
  }

  /**
   * Changes a container.
   *
   * @param change nothing happens if it gives an equal record; may be asked again
   * @param fences what must not have been taken over by others
   */
  public ContainerRecord changeContainer(
      int number, UnaryOperator<ContainerRecord> change, CatalogueChange.Fence... fences) {
    return change(
        List.of(fences),
        draft -> {
          ContainerRecord before = draft.container(number);
          ContainerRecord after = change.apply(before);
          return after.equals(before) ? _ -> before : put(draft, after);
        });
  }

  /** Removes a container and all that belongs to it; its data is left to clear. */
  public ContainerRecord deleteContainer(int number) {
    return change(
        draft -> {
          ContainerRecord record = draft.container(number);
          draft.drop(record);
          return _ -> record;
        });
  }

  /** The containers that are gone and whose data is not yet. */
  public Set<Integer> dropped() {
    return Set.copyOf(contents.dropped());
  }

  /** The segments in which data of a deleted container may be left. */
  public List<DroppedSegment> droppedSegments(int container) {
    return contents.entry(CatalogueEntry.DROPPED + container)
            instanceof CatalogueEntry.Dropped(int _, List<DroppedSegment> segments, long _)
        ? segments
        : List.of();
  }

  /** Says that data of a deleted container is gone: that of some of its segments, or of all. */
  public void cleared(int container, Collection<DroppedSegment> gone) {
    change(
        draft -> {
          List<DroppedSegment> left = new ArrayList<>(draft.dropped(container));
          left.removeAll(gone);
          if (left.isEmpty()) {
            draft.delete(CatalogueEntry.DROPPED + container);
          } else {
            draft.put(new CatalogueEntry.Dropped(container, left, 0));
          }
          return version -> version;
        });
  }

  // Jobs

  /** All jobs that are under way, and the last that have ended, by their numbers. */
  public Collection<JobRecord> jobs() {
    return contents.jobs();
  }

  public Optional<JobRecord> job(int number) {
    return Optional.ofNullable(contents.job(number));
  }

  /**
   * Writes a new job down, from when on it is under way; the oldest of those that have ended go.
   *
   * @throws DatabaseException CONFLICT if the container has one of the kind that is under way
   */
  public JobRecord createJob(
      String kind,
      int container,
      JsonObject checkpoint,
      long total,
      long perSecond,
      Map<Integer, Long> holds) {
    return change(
        draft -> {
          draft.container(container);
          List<JobRecord> ended = new ArrayList<>();
          for (JobRecord job : draft.seeAll().jobs()) {
            if (job.isEnded()) {
              ended.add(job);
            } else if (job.container() == container && job.kind().equals(kind)) {
              throw conflict("A job of this kind is under way for the container.", kind)
                  .with("job", job.number());
            }
          }
          for (JobRecord job : ended.subList(0, Math.max(0, ended.size() - ENDED_JOBS_KEPT))) {
            draft.delete(CatalogueEntry.JOB + job.number());
          }
          long now = clock.millis();
          return put(
              draft,
              new JobRecord(
                  draft.nextNumber(),
                  kind,
                  container,
                  JobRecord.State.RUNNING,
                  checkpoint,
                  0,
                  total,
                  perSecond,
                  holds,
                  now,
                  now,
                  0));
        });
  }

  /**
   * Changes a job.
   *
   * @param change nothing happens if it gives an equal record; may be asked again
   */
  public JobRecord changeJob(int number, UnaryOperator<JobRecord> change) {
    return change(
        draft -> {
          JobRecord before = draft.job(number);
          JobRecord after = change.apply(before);
          return after.equals(before) ? _ -> before : put(draft, after);
        });
  }

  // Other resources

  public List<ResourceRecord> resources(String kind, int parent) {
    return contents.resources(kind, parent);
  }

  public Optional<ResourceRecord> resource(int number) {
    return Optional.ofNullable(contents.resource(number));
  }

  public Optional<ResourceRecord> resource(String kind, int parent, String name) {
    return contents.resources(kind, parent).stream()
        .filter(record -> record.name().equals(name))
        .findFirst();
  }

  public ResourceRecord createResource(String kind, int parent, String name, JsonObject body) {
    return change(
        draft -> {
          draft.requireOwner(parent);
          requireFree(draft, kind, parent, name);
          return put(
              draft,
              new ResourceRecord(kind, parent, name, draft.nextNumber(), body, clock.millis(), 0));
        });
  }

  /**
   * @param require looks at the record as it is and throws if it should stay so
   */
  public ResourceRecord replaceResource(
      int number, String name, JsonObject body, Requirement require) {
    return change(
        draft -> {
          ResourceRecord current = draft.resource(number);
          require.check(current);
          if (!current.name().equals(name)) {
            requireFree(draft, current.kind(), current.parent(), name);
            draft.addName();
          }
          return put(
              draft,
              new ResourceRecord(
                  current.kind(), current.parent(), name, number, body, clock.millis(), 0));
        });
  }

  /** Removes a resource and all that belongs to it. */
  public void deleteResource(int number, Requirement require) {
    change(
        draft -> {
          require.check(draft.resource(number));
          draft.deleteBelongings(number);
          draft.delete(CatalogueEntry.RESOURCE + number);
          return version -> version;
        });
  }

  /** What must be true of a resource for a change to go ahead. */
  @FunctionalInterface
  public interface Requirement {
    Requirement NONE = _ -> {};

    void check(ResourceRecord current);
  }

  // Changing

  <R> R change(Function<CatalogueDraft, LongFunction<R>> step) {
    return change(List.of(), step);
  }

  /**
   * Works a change out and commits it; again if others were faster.
   *
   * @param step works it out, and says what the caller gets once the change has a version
   */
  private <R> R change(
      List<CatalogueChange.Fence> fences, Function<CatalogueDraft, LongFunction<R>> step) {
    oneAtATime.lock();
    try {
      ChangeConflict last = null;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          return attempt(fences, step);
        } catch (ChangeConflict e) {
          last = e;
        }
      }
      throw new DatabaseException(
          ErrorCode.RETRY, "Others change the same all the time. Ask again later.", last);
    } finally {
      oneAtATime.unlock();
    }
  }

  private <R> R attempt(
      List<CatalogueChange.Fence> fences, Function<CatalogueDraft, LongFunction<R>> step) {
    CatalogueChange change;
    LongFunction<R> result;
    synchronized (contents) {
      CatalogueDraft draft = new CatalogueDraft(contents, fences);
      result = step.apply(draft);
      change = draft.finish();
    }
    return result.apply(change.isEmpty() ? contents.version() : log.commit(change));
  }

  private static LongFunction<DatabaseRecord> put(CatalogueDraft draft, DatabaseRecord record) {
    draft.put(new CatalogueEntry.Database(record));
    return record::withVersion;
  }

  private static LongFunction<ContainerRecord> put(CatalogueDraft draft, ContainerRecord record) {
    draft.put(new CatalogueEntry.Container(record));
    return record::withVersion;
  }

  private static LongFunction<JobRecord> put(CatalogueDraft draft, JobRecord record) {
    draft.put(new CatalogueEntry.Job(record));
    return record::withVersion;
  }

  private static LongFunction<ResourceRecord> put(CatalogueDraft draft, ResourceRecord record) {
    draft.put(new CatalogueEntry.Resource(record));
    return record::withVersion;
  }

  private static void requireFree(CatalogueDraft draft, String kind, int parent, String name) {
    if (draft.seeAll().resources(kind, parent).stream()
        .anyMatch(record -> record.name().equals(name))) {
      throw conflict("A resource of this kind and name exists.", name).with("kind", kind);
    }
  }

  private static DatabaseException conflict(String text, String name) {
    return new DatabaseException(ErrorCode.CONFLICT, text).with("name", name);
  }
}
