package dev.partita.storage;

/** What an acknowledged batch survives. */
public enum Durability {
  /** A crash of the process and of the machine: the log is synced before a write returns. */
  SYNCED,
  /** A crash of the process, but not of the machine; meant for tests. */
  RELAXED
}
