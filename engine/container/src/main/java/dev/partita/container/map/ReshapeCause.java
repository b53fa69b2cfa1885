package dev.partita.container.map;

/** Why a partition was split or merged. */
public enum ReshapeCause {
  /** It held too much. */
  STORAGE,
  /** The throughput, provisioned or used, needed more partitions. */
  THROUGHPUT,
  /** Somebody asked for it. */
  REQUEST
}
