package dev.partita.partition;

import dev.partita.storage.Family;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A key in a family, as a map key. */
record Slot(Family family, byte[] key) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Slot(Family otherFamily, byte[] otherKey)
        && family == otherFamily
        && Arrays.equals(key, otherKey);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }
}
