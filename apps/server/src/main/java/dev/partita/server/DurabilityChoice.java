package dev.partita.server;

import dev.partita.storage.Durability;

/** What can be asked of a store that has its own log. */
enum DurabilityChoice {
  SYNCED(Durability.SYNCED),
  RELAXED(Durability.RELAXED);

  private final Durability durability;

  DurabilityChoice(Durability durability) {
    this.durability = durability;
  }

  Durability durability() {
    return durability;
  }
}
