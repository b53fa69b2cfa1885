package dev.partita.replication;

import dev.partita.storage.Batch;

/**
 * What the leader of a replication group proposes, worked out in one of its terms. Immutable.
 * Applying it again changes nothing.
 */
public sealed interface Proposable permits Effect, Fence, SegmentDrop {

  /** What all keys begin with that it writes. */
  int segment();

  /** The term of the leader that worked it out; in any other it does not happen. */
  long term();

  /** What it writes. */
  Batch batch();
}
