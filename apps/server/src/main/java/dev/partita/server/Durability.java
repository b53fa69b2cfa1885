package dev.partita.server;

/** What an acknowledged write survives. */
public enum Durability {
  /** The end of the process and of the machine. */
  SYNCED,
  /** The end of the process only; for tests. */
  RELAXED
}
