package dev.partita.graph;

import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.partition.Change;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.ReadOptions;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What has been read of a graph, for the traversals to come. It learns from the change logs which
 * logical partitions have changed since, and forgets what it knew of them; nobody has to tell it.
 * Safe for use by any number of threads.
 *
 * <p>A traversal asks for the state of the cache, the epoch, when it begins. What it reads it may
 * leave here, marked with that epoch: it is as new or newer. Edges that are marked with an epoch
 * before the one in which their logical partition changed count for nothing, and neither does what
 * is known of a vertex that has itself changed since. Edges that arrive at a vertex lie in any
 * partition; they are good until anything changes.
 */
final class GraphCache {

  /** Beyond so many changes it is cheaper to forget everything. */
  private static final int CHANGES_MAX = 20_000;

  /** Beyond so many changed partitions, too. */
  private static final int PARTITIONS_MAX = 100_000;

  private static final int NODE_BYTES = 200;
  private static final int LINK_BYTES = 72;

  /** The nodes and what they take; replaced as a whole when there are too many. */
  private static final class Nodes {
    private final Map<ElementKey, Node> byKey = new ConcurrentHashMap<>();
    private final AtomicLong bytes = new AtomicLong();
  }

  /**
   * A state of the cache: how far the change log of each partition has been read.
   *
   * @param lsns by the number of the physical partition
   */
  record Seen(long epoch, Map<Integer, Long> lsns, long millis) {}

  private final Container container;
  private final Clock clock;
  private final long logMillis;
  private final long maxBytes;
  private final Map<PartitionKey, Long> changed = new ConcurrentHashMap<>();
  private volatile Nodes nodes = new Nodes();
  private volatile Seen seen = new Seen(1, Map.of(), 0);
  private volatile long clearedEpoch = 1;

  /**
   * @param logMillis how long the change log keeps deletes
   */
  GraphCache(Container container, Clock clock, long logMillis, long maxBytes) {
    this.container = container;
    this.clock = clock;
    this.logMillis = logMillis;
    this.maxBytes = maxBytes;
  }

  /** The node of a vertex, whether or not there is such a vertex. */
  Node node(ElementKey key) {
    Nodes current = nodes;
    Node known = current.byKey.get(key);
    if (known != null) {
      return known;
    }
    Node fresh = new Node(key, current);
    Node other = current.byKey.putIfAbsent(key, fresh);
    if (other == null) {
      grow(current, NODE_BYTES);
    }
    return other == null ? fresh : other;
  }

  /** Catches up with what has been committed; returns what is known now. */
  Seen refresh() {
    return refresh(null);
  }

  /**
   * The same for one who knows something of it.
   *
   * @param own what the caller has just committed himself; null if he has not
   */
  Seen refresh(Writes.@Nullable Committed own) {
    container.catchUp();
    List<OwnedPartition> owned = container.partitions();
    Seen current = seen;
    return isCurrent(current, owned) ? current : catchUp(owned, own);
  }

  private static boolean isCurrent(Seen seen, List<OwnedPartition> owned) {
    Map<Integer, Long> known = seen.lsns;
    if (known.size() != owned.size()) {
      return false;
    }
    for (OwnedPartition partition : owned) {
      Long lsn = known.get(partition.number());
      if (lsn == null || lsn != partition.partition().state().lsn()) {
        return false;
      }
    }
    return true;
  }

  private synchronized Seen catchUp(List<OwnedPartition> owned, Writes.@Nullable Committed own) {
    if (isCurrent(seen, owned)) {
      return seen;
    }
    long next = seen.epoch + 1;
    Map<Integer, Long> now = new HashMap<>();
    Set<PartitionKey> keys = new HashSet<>();
    Set<Integer> onlyOwn = new HashSet<>();
    long nowMillis = clock.millis();
    // The log keeps deletes for a while only: whoever has not looked for long may have missed some.
    boolean known = nowMillis - seen.millis < logMillis / 2;
    for (OwnedPartition partition : owned) {
      int number = partition.number();
      Long before = seen.lsns.get(number);
      long lsn = partition.partition().state().lsn();
      boolean allOwn = false;
      if (before != null && own != null) {
        allOwn = own.isAll(number, before, lsn);
        // Of what was committed before that, others may have changed something in the meantime.
        if (allOwn && own.isAfter(number, before)) {
          onlyOwn.add(number);
        }
      }
      known =
          known
              && before != null
              && (before == lsn || allOwn || collect(partition, before, next, keys));
      now.put(number, lsn);
    }
    if (own != null) {
      collect(own, next, keys);
    }
    if (!known || changed.size() + keys.size() > PARTITIONS_MAX) {
      clearedEpoch = next;
      changed.clear();
      nodes = new Nodes();
    } else {
      keys.forEach(key -> changed.put(key, next));
      keep(own, onlyOwn, next);
    }
    Seen caughtUp = new Seen(next, now, nowMillis);
    seen = caughtUp;
    return caughtUp;
  }

  /**
   * Collects the keys that have changed since, and marks the vertices; false if there are too many
   * changes.
   */
  private boolean collect(
      OwnedPartition partition, long afterLsn, long next, Set<PartitionKey> keys) {
    PartitionKey key = PartitionKey.EMPTY;
    int changes = 0;
    try (ChangeCursor cursor =
        partition
            .partition()
            .reader(ReadOptions.LEADER)
            .changes(partition.partition().descriptor().positions(), afterLsn)) {
      byte[] last = new byte[0];
      while (cursor.next()) {
        if (++changes > CHANGES_MAX) {
          return false;
        }
        Change change = cursor.change();
        byte[] value = change.key().logical().value();
        if (!Arrays.equals(value, last)) {
          key = PartitionKey.decode(value);
          keys.add(key);
          last = value;
        }
        String id = new String(change.key().id(), StandardCharsets.UTF_8);
        Node node = nodes.byKey.get(new ElementKey(key, id));
        if (node != null) {
          node.changed(next);
        }
      }
    }
    return true;
  }

  /** What one has committed himself need not be read from the log. */
  private void collect(Writes.Committed own, long next, Set<PartitionKey> keys) {
    keys.addAll(own.partitions());
    for (Writes.WrittenVertex vertex : own.vertices()) {
      Node node = nodes.byKey.get(vertex.key());
      if (node != null) {
        node.changed(next);
      }
    }
  }

  /**
   * Keeps the vertices that one has committed himself, since who adds a vertex goes on to use it.
   *
   * @param onlyOwn the physical partitions in which nobody else has committed anything since
   */
  private void keep(Writes.@Nullable Committed own, Set<Integer> onlyOwn, long next) {
    if (own == null || GraphStore.mayExpire(container)) {
      return;
    }
    for (Writes.WrittenVertex vertex : own.vertices()) {
      Node node = nodes.byKey.get(vertex.key());
      if (node != null && onlyOwn.contains(vertex.number())) {
        keep(node, Node.Known.written(vertex.document(), vertex.sizeBytes(), next));
      }
    }
  }

  /** Whether what was read of a logical partition in an epoch still counts. */
  private boolean counts(PartitionKey partition, long then) {
    if (then < clearedEpoch) {
      return false;
    }
    if (then >= seen.epoch) {
      return true;
    }
    Long since = changed.get(partition);
    return since == null || since <= then;
  }

  @Nullable Adjacency adjacency(Node node, boolean outgoing) {
    Adjacency known = node.adjacency(outgoing);
    if (known == null) {
      return null;
    }
    boolean good =
        outgoing ? counts(node.key().partition(), known.epoch()) : known.epoch() == seen.epoch;
    return good ? known : null;
  }

  void keep(Node node, boolean outgoing, Adjacency read) {
    node.adjacency(outgoing, read);
    grow(nodes, (long) LINK_BYTES * read.links().length);
  }

  Node.@Nullable Known known(Node node) {
    Node.Known known = node.known();
    return known != null
            && (isUnchanged(node, known) || counts(node.key().partition(), known.epoch()))
        ? known
        : null;
  }

  /**
   * Whether a vertex is as it was, even if something in its partition is not. Who is not among the
   * nodes any more would not have been told. Whoever is has been read after he was put there, so
   * that no change was missed.
   */
  private boolean isUnchanged(Node node, Node.Known known) {
    return known.epoch() >= clearedEpoch && node.changed() <= known.epoch() && node.age() == nodes;
  }

  void keep(Node node, Node.Known read) {
    node.known(read);
    VertexData data = read.data();
    if (data != null) {
      node.label(data.label());
      grow(nodes, data.memoryBytes());
    }
  }

  /** What is kept is counted when it comes, and never uncounted: the count only ends an age. */
  private void grow(Nodes current, long bytes) {
    if (current.bytes.addAndGet(bytes) > maxBytes) {
      synchronized (this) {
        if (nodes == current) {
          nodes = new Nodes();
        }
      }
    }
  }
}
