package dev.partita.container.repair;

import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.Map;
import java.util.Set;

/** What keeps its data in containers and knows what follows from a record. */
@FunctionalInterface
public interface RepairLayer {

  /**
   * What follows from a record.
   *
   * @param entries the keys and values of its index entries, in the index family
   * @param creator the partition that gave the record its serial number
   * @param timeMillis when the record was written, about
   */
  record Facts(Map<byte[], byte[]> entries, int creator, long serial, long timeMillis) {}

  /** Begins the repair of one segment of a container; the part is used by one thread. */
  Part begin(ContainerRecord record, KeySpace keys);

  /** What the layer knows of one container. */
  interface Part {

    /**
     * @throws dev.partita.base.error.DatabaseException CORRUPT if the record cannot be understood
     */
    Facts facts(RecordKey key, StoredRecord record);

    /** The letters of index entries that do not follow from records, and stay as they are. */
    default Set<Integer> keptKinds() {
      return Set.of();
    }
  }
}
