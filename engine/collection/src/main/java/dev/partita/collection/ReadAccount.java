package dev.partita.collection;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.throughput.QueryMeter;
import dev.partita.throughput.RequestCharge;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one page of a read costs, by the partitions that do the work. Confined to one thread. */
final class ReadAccount {

  private final List<OwnedPartition> partitions;
  private final boolean first;
  private final Map<Integer, QueryMeter> meters = new HashMap<>();
  private @Nullable KeyRange lastPositions;
  private @Nullable QueryMeter lastMeter;

  private long keys;
  private long documents;

  /**
   * Admits a page at all partitions that it may concern.
   *
   * @param first whether it is the first page
   * @param admitted whether it is part of work that was admitted already
   * @throws dev.partita.base.error.DatabaseException THROTTLED if one of them refuses
   */
  ReadAccount(Container container, KeyRange positions, boolean first, boolean admitted) {
    this.partitions = container.owners(positions);
    this.first = first;
    if (!admitted) {
      partitions.forEach(owned -> owned.admission().admit());
    }
  }

  /** The meter of the partition that has a position. */
  QueryMeter at(byte[] position) {
    KeyRange last = lastPositions;
    QueryMeter meter = lastMeter;
    if (last != null && meter != null && last.contains(position)) {
      return meter;
    }
    for (OwnedPartition owned : partitions) {
      KeyRange positions = owned.partition().descriptor().positions();
      if (positions.contains(position)) {
        return use(owned, positions);
      }
    }
    OwnedPartition any = partitions.getFirst();
    return use(any, any.partition().descriptor().positions());
  }

  private QueryMeter use(OwnedPartition owned, KeyRange positions) {
    QueryMeter meter = meters.computeIfAbsent(owned.number(), _ -> newMeter());
    lastPositions = positions;
    lastMeter = meter;
    return meter;
  }

  private QueryMeter newMeter() {
    return first ? QueryMeter.query() : QueryMeter.page();
  }

  void entryRead(byte[] position) {
    keys++;
    at(position).indexEntries(1);
  }

  void documentRead(byte[] position, int bytes) {
    documents++;
    at(position).itemRead(bytes);
  }

  long keysRead() {
    return keys;
  }

  long documentsRead() {
    return documents;
  }

  /** Charges every partition for what it did, and gives the sum. */
  RequestCharge charge() {
    RequestCharge sum = RequestCharge.ZERO;
    for (OwnedPartition owned : partitions) {
      QueryMeter meter = meters.get(owned.number());
      RequestCharge charge = (meter == null ? newMeter() : meter).charge();
      owned.admission().charge(charge);
      sum = sum.plus(charge);
    }
    return sum;
  }
}
