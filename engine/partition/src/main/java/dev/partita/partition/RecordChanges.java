package dev.partita.partition;

import dev.partita.replication.Effect;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import org.jspecify.annotations.Nullable;

/**
 * What an effect does to the records of a segment, for those that follow a partition by its log.
 */
public final class RecordChanges {

  /** Told of each record, in the order of the effect. */
  @FunctionalInterface
  public interface Visitor {

    /**
     * @param after null where the record is deleted
     */
    void changed(RecordKey key, @Nullable StoredRecord after);
  }

  private RecordChanges() {}

  /**
   * @throws IllegalArgumentException if the effect deletes whole ranges of records
   */
  public static void forEach(KeySpace keys, Effect effect, Visitor visitor) {
    effect
        .batch()
        .forEach(
            new Batch.Visitor() {
              @Override
              public void put(Family family, byte[] key, byte[] value) {
                if (family == Family.ITEMS) {
                  visitor.changed(keys.parseRecord(key), StoredRecord.read(value));
                }
              }

              @Override
              public void delete(Family family, byte[] key) {
                if (family == Family.ITEMS) {
                  visitor.changed(keys.parseRecord(key), null);
                }
              }

              @Override
              public void deleteRange(Family family, byte[] start, byte[] end) {
                if (family == Family.ITEMS) {
                  throw new IllegalArgumentException("The effect deletes a range of records.");
                }
              }
            });
  }
}
