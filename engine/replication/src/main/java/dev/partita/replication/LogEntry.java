package dev.partita.replication;

/** An entry in the log of a replication group. {@link EntryCodec} has its encoding. Immutable. */
public sealed interface LogEntry permits Effects, Fence, SegmentDrop, Barrier {

  /** The term in which it was worked out; an entry that the log has in another one is void. */
  long term();
}
