package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchOperation;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemSession;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.SessionResult;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final int BATCH_MAX = 100;
  private static final int BATCH_BYTES_MAX = 1 << 20;
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

  private final Map<ElementKey, Change> changes = new LinkedHashMap<>();
  private final Map<ElementKey, List<ElementKey>> leaving = new HashMap<>();
  private final Map<ElementKey, List<ElementKey>> arriving = new HashMap<>();

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
    List<Change> found = new ArrayList<>();
    for (ElementKey key : (outgoing ? leaving : arriving).getOrDefault(vertex, List.of())) {
      Change change = changes.get(key);
      if (change != null && change.etag() == null && change.document() != null) {
        found.add(change);
      }
    }
    return found;
  }

  void put(Change change) {
    EdgeShape.Ends ends = change.ends();
    if (change.document() == null && change.etag() == null) {
      changes.remove(change.key());
      return;
    }
    if (ends != null && change.etag() == null && !changes.containsKey(change.key())) {
      leaving.computeIfAbsent(ends.source(), _ -> new ArrayList<>()).add(change.key());
      arriving.computeIfAbsent(ends.sink(), _ -> new ArrayList<>()).add(change.key());
    }
    changes.put(change.key(), change);
  }

  void clear() {
    changes.clear();
    leaving.clear();
    arriving.clear();
  }

  /** Makes all changes; whatever happens, none is left to be made. */
  RequestCharge commit(Items items) {
    try {
      Map<PartitionKey, List<Change>> byPartition = group(changes.values());
      if (byPartition.size() == 1) {
        List<Change> inOrder = new ArrayList<>(changes.values());
        inOrder.sort((left, right) -> left.phase().compareTo(right.phase()));
        return apply(items, byPartition.keySet().iterator().next(), inOrder);
      }
      RequestCharge charge = RequestCharge.of(0);
      for (Phase phase : Phase.values()) {
        charge =
            charge.plus(
                applyAll(
                    items,
                    group(
                        changes.values().stream()
                            .filter(change -> change.phase() == phase)
                            .toList())));
      }
      return charge;
    } finally {
      clear();
    }
  }

  private static Map<PartitionKey, List<Change>> group(Collection<Change> changes) {
    Map<PartitionKey, List<Change>> groups = new LinkedHashMap<>();
    for (Change change : changes) {
      groups.computeIfAbsent(change.key().partition(), _ -> new ArrayList<>()).add(change);
    }
    return groups;
  }

  /** Several partitions at once, so that they share the waiting for the disk. */
  private static RequestCharge applyAll(Items items, Map<PartitionKey, List<Change>> groups) {
    RequestCharge charge = RequestCharge.of(0);
    if (groups.size() < 2) {
      for (Map.Entry<PartitionKey, List<Change>> group : groups.entrySet()) {
        charge = charge.plus(apply(items, group.getKey(), group.getValue()));
      }
      return charge;
    }
    List<Map.Entry<PartitionKey, List<Change>>> all = new ArrayList<>(groups.entrySet());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int from = 0; from < all.size(); from += AT_ONCE) {
        List<Future<RequestCharge>> answers = new ArrayList<>();
        for (var group : all.subList(from, Math.min(all.size(), from + AT_ONCE))) {
          answers.add(threads.submit(() -> apply(items, group.getKey(), group.getValue())));
        }
        for (Future<RequestCharge> answer : answers) {
          charge = charge.plus(await(answer));
        }
      }
    }
    return charge;
  }

  private static RequestCharge await(Future<RequestCharge> answer) {
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

  private static RequestCharge apply(Items items, PartitionKey key, List<Change> changes) {
    if (changes.size() <= BATCH_MAX && (changes.size() == 1 || isSmall(changes))) {
      BatchResult result = items.batch(key, changes.stream().map(Writes::operation).toList());
      DatabaseException error = result.error();
      if (error != null) {
        throw error;
      }
      return result.charge();
    }
    SessionResult<Boolean> result =
        items.transact(
            key,
            session -> {
              changes.forEach(change -> apply(session, change));
              return () -> true;
            });
    return result.charge();
  }

  private static boolean isSmall(List<Change> changes) {
    long bytes = 0;
    for (Change change : changes) {
      JsonObject document = change.document();
      bytes += document == null ? 0 : JsonWriter.bytes(document).length;
    }
    return bytes < BATCH_BYTES_MAX;
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

  private static void apply(ItemSession session, Change change) {
    String id = change.key().id();
    String etag = change.etag();
    JsonObject document = change.document();
    Precondition precondition = etag == null ? Precondition.NONE : Precondition.ifMatch(etag);
    if (document == null) {
      session.delete(id, precondition);
    } else if (etag == null) {
      JsonObject _ = session.create(document);
    } else {
      JsonObject _ = session.replace(id, document, precondition);
    }
  }
}
