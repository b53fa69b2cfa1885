package dev.partita.graph;

import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.plan.Predicate;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a traversal asks of the partitions, and what that costs. Reads cost the same whether or not
 * something has been kept of them, so the same traversal of the same graph always costs the same.
 * Used by one thread.
 */
public final class Traffic {

  private final Container container;
  private final Map<Integer, Tally> byNumber = new LinkedHashMap<>();
  private final Map<PartitionKey, Tally> byKey = new HashMap<>();
  private final @Nullable Tally only;
  private RequestCharge written = RequestCharge.of(0);
  private long seeks;
  private long entries;
  private long itemsRead;
  private long bytesRead;
  private boolean everywhere;
  private @Nullable Selection selection;

  private record Tally(OwnedPartition partition, QueryMeter meter) {}

  Traffic(Container container) {
    this.container = container;
    List<OwnedPartition> owned = container.partitions();
    this.only = owned.size() == 1 ? new Tally(owned.getFirst(), QueryMeter.query()) : null;
  }

  /** What elements a traversal looks for; the first time counts. */
  void selects(Selection asked) {
    if (selection == null) {
      selection = asked;
    }
  }

  /**
   * What elements the traversal looked for first.
   *
   * @param keyName the name of the property that is the partition key
   */
  public Predicate filter(String keyName) {
    return selection == null ? Predicate.always() : selection.filter(keyName);
  }

  /** Entries of the index, next to each other in one logical partition. */
  void range(PartitionKey key, long count) {
    Tally tally = tally(key);
    tally.meter.indexSeeks(1);
    tally.meter.indexEntries(count);
    seeks++;
    entries += count;
  }

  /** Entries of the index that may lie in any partition: all have to be asked. */
  void rangeEverywhere(long count) {
    List<OwnedPartition> owned = container.partitions();
    for (int i = 0; i < owned.size(); i++) {
      Tally tally = tally(owned.get(i));
      tally.meter.indexSeeks(1);
      tally.meter.indexEntries(i == 0 ? count : 0);
    }
    seeks += owned.size();
    entries += count;
    everywhere = true;
  }

  void item(PartitionKey key, int sizeBytes) {
    tally(key).meter.itemRead(sizeBytes);
    itemsRead++;
    bytesRead += sizeBytes;
  }

  void written(RequestCharge charge) {
    written = written.plus(charge);
  }

  private Tally tally(PartitionKey key) {
    if (only != null) {
      return tally(only.partition);
    }
    Tally known = byKey.get(key);
    if (known == null) {
      byte[] position = container.definition().scheme().logicalKey(key).position();
      known = tally(container.owner(position));
      byKey.put(key, known);
    }
    return known;
  }

  private Tally tally(OwnedPartition partition) {
    Tally known = byNumber.get(partition.number());
    if (known == null) {
      partition.admission().admit();
      known =
          only != null && only.partition.number() == partition.number()
              ? only
              : new Tally(partition, QueryMeter.query());
      byNumber.put(partition.number(), known);
    }
    return known;
  }

  /** The charge so far, reads and writes. */
  public RequestCharge charge() {
    RequestCharge sum = written;
    for (Tally tally : byNumber.values()) {
      sum = sum.plus(tally.meter.charge());
    }
    return sum;
  }

  /** Takes the charge of all reads off the budgets; to be called once, at the end. */
  void settle() {
    byNumber.values().forEach(tally -> tally.partition.admission().charge(tally.meter.charge()));
    byNumber.clear();
  }

  /** The physical partitions that were asked so far. */
  public Set<Integer> partitions() {
    return new TreeSet<>(byNumber.keySet());
  }

  /** Whether anything had to be asked of all partitions. */
  public boolean wentEverywhere() {
    return everywhere;
  }

  public long seeks() {
    return seeks;
  }

  public long entries() {
    return entries;
  }

  public long itemsRead() {
    return itemsRead;
  }

  public long bytesRead() {
    return bytesRead;
  }
}
