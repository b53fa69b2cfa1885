package dev.partita.document;

import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.partition.SegmentSnapshot;

/**
 * A container as it was at one moment, and what of its index could be used then. The two must be
 * had together: an index that is complete now may have been incomplete in an older snapshot, and
 * one that was complete before may be on its way out in a newer one.
 */
public record IndexedSnapshot(SegmentSnapshot snapshot, Indexes indexes, IndexReader index)
    implements AutoCloseable {

  @Override
  public void close() {
    snapshot.close();
  }
}
