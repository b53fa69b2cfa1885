package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemRequest;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.document.Submitted;
import dev.partita.document.Unchanged;
import dev.partita.document.WatchedReads;
import dev.partita.json.JsonObject;
import dev.partita.partition.KeyWatch;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a traversal has made and not committed yet. They are committed by logical
 * partition, each in one transaction; if there are several partitions, vertices come before the
 * edges that lead to them, and edges go before their vertices do. Used by one thread.
 */
final class Writes {

  /** How many transactions a thread hands over before it waits for the first of them. */
  private static final int AT_ONCE = 256;

  /** How often a transaction is tried while others change something else in its partition. */
  private static final int WATCHED_MAX = 4;

  /** Fewer transactions than this are not worth another thread. */
  private static final int SHARE_MIN = 4;

  /** When a change comes, if not everything is in one partition. */
  private enum Phase {
    PUT,
    CONNECT,
    DISCONNECT,
    REMOVE
  }

  /**
   * An element that has been changed.
   *
   * @param ends null for a vertex
   * @param etag of the version that was changed; null for a new element
   * @param document null for an element that has been removed
   * @param madeUp whether the element is new, and its id was made up for it
   * @param removed the version of another element of this name, which was removed before this new
   *     one was added; null if there was none
   */
  record Change(
      ElementKey key,
      EdgeShape.@Nullable Ends ends,
      @Nullable String etag,
      @Nullable JsonObject document,
      boolean madeUp,
      @Nullable String removed) {

    Change(
        ElementKey key,
        EdgeShape.@Nullable Ends ends,
        @Nullable String etag,
        @Nullable JsonObject document) {
      this(key, ends, etag, document, false, null);
    }

    /** An element that is new. */
    static Change added(
        ElementKey key, EdgeShape.@Nullable Ends ends, JsonObject document, boolean madeUp) {
      return new Change(key, ends, null, document, madeUp, null);
    }

    /** Whether the element is none of those that are stored. */
    boolean isNew() {
      return etag == null && document != null;
    }

    /** Whether something is stored under its name. */
    boolean isStored() {
      return etag != null || removed != null;
    }

    private Phase phase() {
      if (document == null) {
        return ends == null ? Phase.REMOVE : Phase.DISCONNECT;
      }
      return ends != null && etag == null ? Phase.CONNECT : Phase.PUT;
    }

    /** This change after another of the same name. */
    private Change after(@Nullable Change before) {
      if (before == null || etag != null) {
        return this;
      }
      String stored = before.etag == null ? before.removed : before.etag;
      return document == null
          ? new Change(key, ends, stored, null)
          : new Change(key, ends, null, document, madeUp, stored);
    }
  }

  /** The edges of vertices that are new, in the order in which they came. */
  private static final class Connections {
    private final Map<ElementKey, Set<ElementKey>> leaving = new HashMap<>();
    private final Map<ElementKey, Set<ElementKey>> arriving = new HashMap<>();

    void add(ElementKey edge, EdgeShape.Ends ends) {
      leaving.computeIfAbsent(ends.source(), _ -> new LinkedHashSet<>()).add(edge);
      arriving.computeIfAbsent(ends.sink(), _ -> new LinkedHashSet<>()).add(edge);
    }

    Set<ElementKey> of(ElementKey vertex, boolean outgoing) {
      return (outgoing ? leaving : arriving).getOrDefault(vertex, Set.of());
    }
  }

  private final Map<ElementKey, Change> changes = new LinkedHashMap<>();

  /** Null until somebody asks: who only adds never does. */
  private @Nullable Connections connections;

  boolean isEmpty() {
    return changes.isEmpty();
  }

  int size() {
    return changes.size();
  }

  @Nullable Change of(ElementKey key) {
    return changes.get(key);
  }

  Collection<Change> all() {
    return Collections.unmodifiableCollection(changes.values());
  }

  /** The edges of a vertex that are new. */
  List<Change> connected(ElementKey vertex, boolean outgoing) {
    Connections known = connections;
    if (known == null) {
      known = new Connections();
      connections = known;
      changes.values().forEach(this::connect);
    }
    List<Change> found = new ArrayList<>();
    for (ElementKey key : known.of(vertex, outgoing)) {
      Change change = changes.get(key);
      if (change != null && isConnected(change, vertex, outgoing)) {
        found.add(change);
      }
    }
    return found;
  }

  /** The edge may have been removed and added again between other vertices. */
  private static boolean isConnected(Change change, ElementKey vertex, boolean outgoing) {
    EdgeShape.Ends ends = change.ends();
    return change.isNew()
        && ends != null
        && (outgoing ? ends.source() : ends.sink()).equals(vertex);
  }

  void put(Change latest) {
    Change before = changes.put(latest.key(), latest);
    Change change = latest.after(before);
    if (change.document() == null && change.etag() == null) {
      changes.remove(change.key());
      return;
    }
    if (before != null) {
      changes.put(change.key(), change);
    }
    connect(change);
  }

  private void connect(Change change) {
    EdgeShape.Ends ends = change.ends();
    if (connections != null && ends != null && change.etag() == null) {
      connections.add(change.key(), ends);
    }
  }

  void clear() {
    changes.clear();
    connections = null;
  }

  /**
   * A vertex that was changed itself.
   *
   * @param number of the physical partition that it is in
   * @param document null if it was removed
   * @param sizeBytes of its item
   */
  record WrittenVertex(ElementKey key, int number, @Nullable JsonObject document, int sizeBytes) {}

  /**
   * The transactions that made the changes, and what they changed.
   *
   * @param lsns by the number of the physical partition
   * @param partitions those of all elements that were changed
   */
  record Committed(
      RequestCharge charge,
      Map<Integer, List<Long>> lsns,
      List<WrittenVertex> vertices,
      Set<PartitionKey> partitions) {

    /** Whether all that a physical partition has committed between was committed here. */
    boolean isAll(int number, long afterLsn, long throughLsn) {
      long found = 0;
      for (long lsn : lsns.getOrDefault(number, List.of())) {
        found += lsn > afterLsn && lsn <= throughLsn ? 1 : 0;
      }
      return found == throughLsn - afterLsn;
    }

    /** Whether nothing was committed here before that in a physical partition. */
    boolean isAfter(int number, long lsn) {
      for (long own : lsns.getOrDefault(number, List.of())) {
        if (own <= lsn) {
          return false;
        }
      }
      return true;
    }
  }

  /** The changes of one transaction, and what must not have been changed by others. */
  private record Group(PartitionKey key, List<Change> changes, Unchanged reads) {

    Group(PartitionKey key, List<Change> changes) {
      this(key, changes, Unchanged.NOTHING);
    }

    Group with(Unchanged others) {
      return new Group(key, changes, others);
    }

    ItemRequest.Batch request() {
      List<ItemOperation> operations = new ArrayList<>(changes.size());
      for (Change change : changes) {
        operations.add(operation(change));
      }
      return new ItemRequest.Batch(key, operations, BatchLimits.NONE, reads);
    }
  }

  /** What became of one of the transactions. */
  private record Part(RequestCharge charge, int number, long lsn, List<WrittenVertex> vertices) {}

  /** The logical partitions that are changed. */
  Set<PartitionKey> partitions() {
    Set<PartitionKey> partitions = new HashSet<>();
    changes.keySet().forEach(key -> partitions.add(key.partition()));
    return partitions;
  }

  /**
   * Makes all changes; whatever happens, none is left to be made.
   *
   * @param reads what must not have been changed since
   * @throws Overtaken if it has been, and then none was made
   */
  Committed commit(GraphStore store, Reads reads) throws Overtaken {
    try {
      Map<Phase, Map<PartitionKey, List<Change>>> phases = new EnumMap<>(Phase.class);
      changes.values().forEach(change -> add(change, phases));
      Set<PartitionKey> partitions = partitions();
      requireUnchangedElsewhere(reads, partitions);
      if (partitions.size() == 1) {
        List<Change> inOrder = new ArrayList<>();
        phases.values().forEach(phase -> phase.values().forEach(inOrder::addAll));
        Group group = new Group(partitions.iterator().next(), inOrder);
        return committed(List.of(applyAlone(store, group, reads)), partitions);
      }
      List<Part> parts = new ArrayList<>();
      Set<PartitionKey> begun = new HashSet<>();
      for (Map<PartitionKey, List<Change>> phase : phases.values()) {
        applyAll(store.items(), groups(phase, reads, begun), parts);
      }
      return committed(parts, partitions);
    } finally {
      clear();
    }
  }

  /** No transaction has it all, so what others may have done is found now or not at all. */
  private static void requireUnchangedElsewhere(Reads reads, Set<PartitionKey> written)
      throws Overtaken {
    Set<PartitionKey> all = new HashSet<>(reads.partitions());
    all.addAll(written);
    if (all.size() > 1 && !reads.areUnchanged(all)) {
      throw new Overtaken(written.iterator().next(), null);
    }
  }

  /** Of several transactions on a partition only the first has others before it. */
  private static List<Group> groups(
      Map<PartitionKey, List<Change>> phase, Reads reads, Set<PartitionKey> begun) {
    List<Group> groups = new ArrayList<>(phase.size());
    phase.forEach(
        (key, changes) ->
            groups.add(
                new Group(
                    key, changes, begun.add(key) ? reads.elementsOf(key) : Unchanged.NOTHING)));
    return groups;
  }

  /** All that is changed is in one partition, and only if all that was read there is as it was. */
  private static Part applyAlone(GraphStore store, Group group, Reads reads) throws Overtaken {
    try {
      if (onlyRemoves(group) || !reads.needsWatch(group.key)) {
        return submit(store.items(), group.with(reads.elementsAndIdsOf(group.key))).get();
      }
      return applyWatched(store, group, reads);
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.PRECONDITION_FAILED || e.code() == ErrorCode.NOT_FOUND) {
        throw new Overtaken(group.key, e);
      }
      throw e;
    }
  }

  /** What others add does not keep anyone from removing what he has found. */
  private static boolean onlyRemoves(Group group) {
    return group.changes.stream().allMatch(change -> change.document() == null);
  }

  private static Part applyWatched(GraphStore store, Group group, Reads reads) throws Overtaken {
    DatabaseException failure = null;
    for (int attempt = 0; attempt < WATCHED_MAX; attempt++) {
      try (KeyWatch watch = store.items().watch(group.key)) {
        if (!reads.areUnchanged(watch, group.key)) {
          throw new Overtaken(group.key, failure);
        }
        try {
          WatchedReads watched = reads.under(watch, group.key);
          return part(group.changes, store.items().submit(group.request(), watched).get());
        } catch (DatabaseException e) {
          // So much may have come between that the writer was not kept with looking at it.
          List<KeyWatch.Touched> touched = watch.touched(0);
          if (touched != null && touched.isEmpty()) {
            throw e;
          }
          failure = e;
        }
      }
    }
    throw new Overtaken(group.key, failure);
  }

  private static void add(Change change, Map<Phase, Map<PartitionKey, List<Change>>> phases) {
    phases
        .computeIfAbsent(change.phase(), _ -> new LinkedHashMap<>())
        .computeIfAbsent(change.key().partition(), _ -> new ArrayList<>())
        .add(change);
  }

  private static Committed committed(List<Part> parts, Set<PartitionKey> partitions) {
    RequestCharge charge = RequestCharge.of(0);
    Map<Integer, List<Long>> lsns = new HashMap<>();
    List<WrittenVertex> vertices = new ArrayList<>();
    for (Part part : parts) {
      charge = charge.plus(part.charge);
      vertices.addAll(part.vertices);
      lsns.computeIfAbsent(part.number, _ -> new ArrayList<>()).add(part.lsn);
    }
    return new Committed(charge, lsns, vertices, partitions);
  }

  /**
   * Several partitions at once, so that they share the waiting for the disk: a thread for each
   * processor lays out its share of the changes, and each has many transactions under way.
   */
  private static void applyAll(Items items, List<Group> all, List<Part> parts) {
    int shares = Math.min(all.size() / SHARE_MIN, Runtime.getRuntime().availableProcessors());
    if (shares < 2) {
      parts.addAll(applyShare(items, all));
      return;
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Part>>> answers = new ArrayList<>();
      for (int i = 0; i < shares; i++) {
        List<Group> share = all.subList(all.size() * i / shares, all.size() * (i + 1) / shares);
        answers.add(threads.submit(() -> applyShare(items, share)));
      }
      answers.forEach(answer -> parts.addAll(await(answer)));
    }
  }

  private static List<Part> applyShare(Items items, List<Group> groups) {
    List<Part> parts = new ArrayList<>(groups.size());
    Queue<Supplier<Part>> underWay = new ArrayDeque<>();
    try {
      for (Group group : groups) {
        if (underWay.size() == AT_ONCE) {
          parts.add(underWay.remove().get());
        }
        underWay.add(submit(items, group));
      }
      while (!underWay.isEmpty()) {
        parts.add(underWay.remove().get());
      }
      return parts;
    } finally {
      underWay.forEach(Writes::awaitEnd);
    }
  }

  /**
   * Waits also for what comes after a failure: when that is told, nothing is under way any more.
   */
  private static void awaitEnd(Supplier<Part> part) {
    try {
      Part _ = part.get();
    } catch (DatabaseException | CompletionException e) {
      // The first failure is told.
    }
  }

  private static <R> R await(Future<R> answer) {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof DatabaseException cause) {
        throw cause;
      }
      throw new DatabaseException(ErrorCode.INTERNAL, "A commit has failed.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ErrorCode.TIMEOUT, "The commit was interrupted.", e);
    }
  }

  private static Supplier<Part> submit(Items items, Group group) {
    Submitted<BatchResult> answer = items.submit(group.request());
    return () -> part(group.changes, answer.get());
  }

  private static Part part(List<Change> changes, BatchResult result) {
    DatabaseException error = result.error();
    if (error != null) {
      throw error;
    }
    List<WrittenVertex> vertices = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      if (change.ends() == null) {
        StoredItem item = result.results().get(i).item();
        int sizeBytes = item == null ? 0 : item.jsonBytes();
        vertices.add(
            new WrittenVertex(change.key(), result.partition(), change.document(), sizeBytes));
      }
    }
    return new Part(result.charge(), result.partition(), result.lsn(), vertices);
  }

  private static ItemOperation operation(Change change) {
    String id = change.key().id();
    String etag = change.etag();
    JsonObject document = change.document();
    Precondition precondition = etag == null ? Precondition.NONE : Precondition.ifMatch(etag);
    if (document == null) {
      return new ItemOperation.Delete(id, precondition);
    }
    if (etag != null) {
      return new ItemOperation.Replace(id, document, precondition);
    }
    String removed = change.removed();
    if (removed != null) {
      return new ItemOperation.Replace(id, document, Precondition.ifMatch(removed));
    }
    return change.madeUp()
        ? new ItemOperation.CreateNew(document)
        : new ItemOperation.Create(document);
  }
}
