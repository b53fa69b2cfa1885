package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchLimits;
import dev.partita.document.BatchOperation;
import dev.partita.document.BatchResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import dev.partita.throughput.RequestCharge;
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
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a traversal has made and not committed yet. They are committed by logical
 * partition, each in one transaction; if there are several partitions, vertices come before the
 * edges that lead to them, and edges go before their vertices do. Used by one thread.
 */
final class Writes {

  private static final int AT_ONCE = 256;

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
   */
  record Change(
      ElementKey key,
      EdgeShape.@Nullable Ends ends,
      @Nullable String etag,
      @Nullable JsonObject document) {

    private Phase phase() {
      if (document == null) {
        return ends == null ? Phase.REMOVE : Phase.DISCONNECT;
      }
      return ends != null && etag == null ? Phase.CONNECT : Phase.PUT;
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
      if (change != null && change.etag() == null && change.document() != null) {
        found.add(change);
      }
    }
    return found;
  }

  void put(Change change) {
    if (change.document() == null && change.etag() == null) {
      changes.remove(change.key());
      return;
    }
    changes.put(change.key(), change);
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
  record WrittenVertex(
      ElementKey key, int number, @Nullable JsonObject document, int sizeBytes) {}

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

  /** One of the transactions. */
  private record Part(
      RequestCharge charge, int number, long lsn, List<WrittenVertex> vertices) {}

  /** Makes all changes; whatever happens, none is left to be made. */
  Committed commit(Items items) {
    try {
      Set<PartitionKey> partitions = new HashSet<>();
      Map<Phase, Map<PartitionKey, List<Change>>> phases = new EnumMap<>(Phase.class);
      for (Change change : changes.values()) {
        PartitionKey partition = change.key().partition();
        partitions.add(partition);
        phases
            .computeIfAbsent(change.phase(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(partition, _ -> new ArrayList<>())
            .add(change);
      }
      if (partitions.size() == 1) {
        List<Change> inOrder = new ArrayList<>();
        phases.values().forEach(phase -> phase.values().forEach(inOrder::addAll));
        return committed(
            List.of(apply(items, partitions.iterator().next(), inOrder)), partitions);
      }
      List<Part> parts = new ArrayList<>();
      for (Map<PartitionKey, List<Change>> phase : phases.values()) {
        applyAll(items, phase, parts);
      }
      return committed(parts, partitions);
    } finally {
      clear();
    }
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

  /** Several partitions at once, so that they share the waiting for the disk. */
  private static void applyAll(
      Items items, Map<PartitionKey, List<Change>> groups, List<Part> parts) {
    if (groups.size() < 2) {
      groups.forEach((key, changes) -> parts.add(apply(items, key, changes)));
      return;
    }
    List<Map.Entry<PartitionKey, List<Change>>> all = new ArrayList<>(groups.entrySet());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int from = 0; from < all.size(); from += AT_ONCE) {
        List<Future<Part>> answers = new ArrayList<>();
        for (var group : all.subList(from, Math.min(all.size(), from + AT_ONCE))) {
          answers.add(threads.submit(() -> apply(items, group.getKey(), group.getValue())));
        }
        for (Future<Part> answer : answers) {
          parts.add(await(answer));
        }
      }
    }
  }

  private static Part await(Future<Part> answer) {
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

  private static Part apply(Items items, PartitionKey key, List<Change> changes) {
    List<BatchOperation> operations = new ArrayList<>(changes.size());
    changes.forEach(change -> operations.add(operation(change)));
    BatchResult result = items.batch(key, operations, BatchLimits.NONE);
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

  private static BatchOperation operation(Change change) {
    String id = change.key().id();
    String etag = change.etag();
    JsonObject document = change.document();
    Precondition precondition = etag == null ? Precondition.NONE : Precondition.ifMatch(etag);
    if (document == null) {
      return new BatchOperation.Delete(id, precondition);
    }
    return etag == null
        ? new BatchOperation.Create(document)
        : new BatchOperation.Replace(id, document, precondition);
  }
}
