package dev.partita.protocol.account;

import org.jspecify.annotations.Nullable;

/**
 * The account that a server serves, which its protocols share. Immutable.
 *
 * @param keys what clients prove themselves with; null lets everyone do everything
 */
public record Account(String name, @Nullable AccountKeys keys) {

  /** Whether whoever reaches the server is let in: no key is asked for, or everyone has it. */
  public boolean isOpen() {
    return keys == null || keys.areKnownToAll();
  }
}
