package dev.partita.replication;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.List;
import java.util.Objects;

/**
 * The removal of all that a segment has, at every replica. No partition writes to the segment any
 * more when it is proposed.
 */
public record SegmentDrop(int segment, long term) implements Proposable, LogEntry {

  /** The families that segments have data in. */
  static final List<Family> FAMILIES =
      List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX);

  @Override
  public Batch batch() {
    return deleteAll(new Batch(256), segment);
  }

  /** All keys of a segment, in any family. */
  static KeyRange keys(int segment) {
    return KeyRange.prefix(new KeyWriter(Integer.BYTES).u32(segment).toBytes());
  }

  static Batch deleteAll(Batch batch, int segment) {
    KeyRange keys = keys(segment);
    for (Family family : FAMILIES) {
      batch.deleteRange(family, keys.start(), Objects.requireNonNull(keys.end()));
    }
    return batch;
  }
}
