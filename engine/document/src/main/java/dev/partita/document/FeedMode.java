package dev.partita.document;

/** What a change feed shows. */
public enum FeedMode {
  /** Every item that exists, once, in the order of its last change. */
  LATEST_VERSION,
  /** Every change, deletes included; the container must keep history. */
  ALL_VERSIONS
}
