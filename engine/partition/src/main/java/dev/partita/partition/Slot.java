package dev.partita.partition;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key of the store as the key of a map, with its hash, which is asked for several times. */
final class Slot {

  private final byte[] key;
  private final int hash;

  Slot(byte[] key) {
    this.key = key;
    this.hash = Arrays.hashCode(key);
  }

  byte[] key() {
    return key;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Slot slot && hash == slot.hash && Arrays.equals(key, slot.key);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
