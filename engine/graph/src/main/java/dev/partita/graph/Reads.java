package dev.partita.graph;

import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.StoredItem;
import dev.partita.document.Unchanged;
import dev.partita.document.WatchedReads;
import dev.partita.json.JsonObject;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a traversal has read since it began, so that what it writes is committed only if that is as
 * it was: elements, names under which there was none, and the selections and adjacent edges to
 * which others may have added something. Used by one thread.
 */
final class Reads {

  /** Beyond so much, any change in a logical partition is taken for one of what was read. */
  private static final int KEPT_MAX = 100_000;

  /** More than this is not looked up one by one while the writer of a partition waits. */
  private static final int LOOKED_UP_MAX = 1_000;

  /** Nobody goes through more changes than this: something will be among them. */
  private static final int CHANGES_MAX = 20_000;

  private record Side(ElementKey vertex, boolean outgoing) {}

  private record Selected(Selection selection, boolean vertices) {}

  private final GraphStore store;
  private boolean kept;
  private final Map<PartitionKey, Map<String, Boolean>> elements = new HashMap<>();
  private final Set<String> ids = new LinkedHashSet<>();
  private final Set<Side> sides = new HashSet<>();
  private final List<Selected> selections = new ArrayList<>();
  private Map<Integer, Long> lsns = Map.of();
  private boolean paused;
  private int count;

  /**
   * @param kept whether anything is kept of what is read
   */
  Reads(GraphStore store, boolean kept) {
    this.store = store;
    this.kept = kept;
  }

  /** What is read from now on is as of this moment, or later. */
  void begin(GraphCache.Seen moment) {
    if (count == 0) {
      lsns = moment.lsns();
    }
  }

  boolean areKept() {
    return kept;
  }

  /** Keeps nothing from now on. */
  void off() {
    kept = false;
    clear();
  }

  void clear() {
    elements.clear();
    ids.clear();
    sides.clear();
    selections.clear();
    count = 0;
  }

  private boolean isFull() {
    return !kept || paused || count > KEPT_MAX;
  }

  /** What was read first counts: if it is otherwise later, it has been changed meanwhile. */
  void element(ElementKey key, boolean found) {
    if (!isFull()) {
      Map<String, Boolean> known = elements.computeIfAbsent(key.partition(), _ -> new HashMap<>());
      count += known.putIfAbsent(key.id(), found) == null ? 1 : 0;
    }
  }

  /** An id that was looked for in all partitions. */
  void id(String id) {
    if (!isFull()) {
      count += ids.add(id) ? 1 : 0;
    }
  }

  /** The edges of a vertex. */
  void side(ElementKey vertex, boolean outgoing) {
    if (!isFull()) {
      count += sides.add(new Side(vertex, outgoing)) ? 1 : 0;
    }
  }

  void selection(Selection selection, boolean vertices) {
    if (!isFull()) {
      count += selections.add(new Selected(selection, vertices)) ? 1 : 0;
    }
  }

  /**
   * Begins or ends to look at elements of a selection that may be none of it. Those that are none
   * count for nothing until they change, and then the selection itself says so.
   */
  void pause(boolean looking) {
    paused = looking;
  }

  /** The logical partitions in which elements were read. */
  Set<PartitionKey> partitions() {
    return elements.keySet();
  }

  /**
   * Whether others could have added something to what was read of a logical partition, or too much
   * was read there to be looked up again.
   */
  boolean needsWatch(PartitionKey partition) {
    return count > KEPT_MAX
        || !sides.isEmpty()
        || !selections.isEmpty()
        || elements.getOrDefault(partition, Map.of()).size() > LOOKED_UP_MAX
        || ids.size() > LOOKED_UP_MAX;
  }

  /** The elements that were read of a logical partition, to be looked up by its writer. */
  Unchanged elementsOf(PartitionKey partition) {
    Map<String, Boolean> known = elements.getOrDefault(partition, Map.of());
    if (known.isEmpty() || known.size() > LOOKED_UP_MAX) {
      return Unchanged.NOTHING;
    }
    List<String> present = new ArrayList<>();
    List<String> absent = new ArrayList<>();
    known.forEach((id, found) -> (found ? present : absent).add(id));
    return new Unchanged(lsnOf(partition), present, absent);
  }

  /** The same with the ids that were looked for everywhere: they were not here, or are known. */
  Unchanged elementsAndIdsOf(PartitionKey partition) {
    Unchanged found = elementsOf(partition);
    if (ids.isEmpty() || ids.size() > LOOKED_UP_MAX) {
      return found;
    }
    Map<String, Boolean> known = elements.getOrDefault(partition, Map.of());
    List<String> absent = new ArrayList<>(found.absent());
    for (String id : ids) {
      if (!known.containsKey(id)) {
        absent.add(id);
      }
    }
    return new Unchanged(lsnOf(partition), found.present(), absent);
  }

  /** Everything that was read, once {@link #areUnchanged} has been found true of the watch. */
  WatchedReads under(KeyWatch watch, PartitionKey partition) {
    WatchedReads.Concern concern =
        (id, before, after) -> {
          ElementKey key = new ElementKey(partition, id);
          return concerns(key)
              || (before != null && concerns(key, before))
              || (after != null && concerns(key, after));
        };
    return new WatchedReads(watch, concern);
  }

  /** Where a partition has been divided or merged since, nothing is as it was. */
  private long lsnOf(PartitionKey partition) {
    return lsns.getOrDefault(owner(partition).number(), -1L);
  }

  private OwnedPartition owner(PartitionKey partition) {
    Container container = store.container();
    return container.owner(container.definition().scheme().logicalKey(partition).position());
  }

  /** Whether nothing that was read of these logical partitions has been changed since. */
  boolean areUnchanged(Set<PartitionKey> partitions) {
    if (count == 0) {
      return true;
    }
    Map<Integer, OwnedPartition> owners = new HashMap<>();
    for (PartitionKey partition : partitions) {
      OwnedPartition owner = owner(partition);
      owners.put(owner.number(), owner);
    }
    for (OwnedPartition owner : owners.values()) {
      if (!areUnchanged(owner.partition().reader(ReadOptions.LEADER), owner, partitions)) {
        return false;
      }
    }
    return true;
  }

  /** The same of one, as a watch over it shows it. */
  boolean areUnchanged(KeyWatch watch, PartitionKey partition) {
    if (count == 0) {
      return true;
    }
    OwnedPartition owner = owner(partition);
    return owner.number() == watch.partition()
        && areUnchanged(watch.snapshot(), owner, Set.of(partition));
  }

  private boolean areUnchanged(
      PartitionReader reader, OwnedPartition owner, Set<PartitionKey> partitions) {
    Long lsn = lsns.get(owner.number());
    if (lsn == null) {
      return false;
    }
    Set<ElementKey> met = new HashSet<>();
    try (ChangeCursor changes = reader.changes(owner.partition().descriptor().positions(), lsn)) {
      for (int seen = 0; changes.next(); seen++) {
        ElementKey key = Selector.key(changes.change().key());
        if (seen == CHANGES_MAX
            || (partitions.contains(key.partition()) && met.add(key) && concerns(reader, key))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether an element that has changed is one of those that were read, or could be one now. */
  private boolean concerns(RecordReader reader, ElementKey key) {
    if (concerns(key)) {
      return true;
    }
    if (sides.isEmpty() && selections.isEmpty()) {
      return false;
    }
    StoredItem item = store.items().reader().find(reader, store.recordKey(key));
    // Of what is gone nobody can tell any more what it was.
    return item == null || concerns(key, item.document());
  }

  private boolean concerns(ElementKey key) {
    return count > KEPT_MAX
        || elements.getOrDefault(key.partition(), Map.of()).containsKey(key.id())
        || ids.contains(key.id());
  }

  private boolean concerns(ElementKey key, JsonObject document) {
    boolean vertex = VertexShape.isVertex(document);
    if (!vertex) {
      EdgeShape.Ends ends = EdgeShape.ends(document, key.partition());
      if (sides.contains(new Side(ends.source(), true))
          || sides.contains(new Side(ends.sink(), false))) {
        return true;
      }
    }
    for (Selected each : selections) {
      if (each.vertices == vertex && each.selection.mayHave(key, document)) {
        return true;
      }
    }
    return false;
  }
}
