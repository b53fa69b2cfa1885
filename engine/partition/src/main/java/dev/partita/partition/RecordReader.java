package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of records, and of what leads to them. Safe for use by any number of threads. Records have
 * the keys of {@link RecordKey#encode}, which do not name the container. Reads of one that is no
 * snapshot are each of their own moment, and so is each cursor.
 */
public interface RecordReader {

  /** The record under a key; null if there is none. */
  @Nullable StoredRecord get(byte[] key);

  /** The records under several keys as they are at one moment, in the order of the keys. */
  List<@Nullable StoredRecord> getAll(List<byte[]> keys);

  /** The records whose keys are in a range, before the first of them. The caller closes it. */
  RecordCursor scan(KeyRange keys);

  /**
   * The value of an index entry; null if there is none.
   *
   * @param suffix the key of the entry as {@link Transaction#index} has it
   */
  byte @Nullable [] index(byte[] suffix);

  /** How much a logical partition holds. */
  LogicalSize size(LogicalKey logical);

  /** How much each logical partition holds that has a position in the range, in their order. */
  SizeCursor sizes(KeyRange positions);
}
