package dev.partita.container;

/** The steps of a split and of a merge, in order. After any of them a crash is harmless. */
public enum ReshapeStep {
  /** The partition to split is chosen; it works on. */
  SPLIT_CHOSEN,
  /** Where to cut is known and both sides are counted; the partition works on. */
  SPLIT_COUNTED,
  /** The partition's writer stands still. */
  SPLIT_PAUSED,
  /** The log of the partition keeps out writers that do not know the map to come. */
  SPLIT_FENCED,
  /** The new map is durable: the children are in charge, though nobody has been told. */
  SPLIT_SWITCHED,
  /** The children work. */
  SPLIT_DONE,
  MERGE_CHOSEN,
  /** The writers of both partitions stand still. */
  MERGE_PAUSED,
  /** The logs of both partitions keep out writers that do not know the map to come. */
  MERGE_FENCED,
  /** The new map is durable: the merged partition is in charge, though nobody has been told. */
  MERGE_SWITCHED,
  MERGE_DONE
}
