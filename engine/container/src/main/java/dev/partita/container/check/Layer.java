package dev.partita.container.check;

import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;

/** What keeps its data in containers and knows what that data means. */
@FunctionalInterface
public interface Layer {

  /**
   * Begins the check of one segment of a container; the parts below are called by one thread.
   *
   * @param container with the keys of the segment
   */
  Part begin(ContainerRecord record, CheckedContainer container);

  /** The check of one segment's data. Reports what it finds through the container. */
  interface Part {

    /** Called for every record, in the order of the keys. */
    void record(RecordKey key, StoredRecord record);

    /** Called for every older version of a record that the change log has. */
    void version(RecordKey key, StoredRecord version);

    /**
     * Called for every index entry, in the order of the keys.
     *
     * @param suffix the key without the segment
     * @return whether the entry is of a kind that the layer knows
     */
    boolean indexEntry(byte[] suffix, byte[] value);

    /** Called when there is nothing more. */
    void finish();
  }
}
