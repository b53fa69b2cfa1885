package dev.partita.storage;

/** What an acknowledged batch survives. */
public enum Durability {
  /** A crash of the process and of the machine: the log is synced before a write returns. */
  SYNCED,
  /** A crash of the process, but not of the machine; meant for tests. */
  RELAXED,
  /**
   * Nothing until it is {@link Store#flush flushed}: another log has it and gives it again after a
   * crash, from what the store has {@link Store#durable durably} on. What is written is visible at
   * once, and what survives is the state after one of the batches, with all before it.
   */
  LOGGED_ELSEWHERE
}
