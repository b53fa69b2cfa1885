package dev.partita.graph;

import dev.partita.base.time.Clock;
import java.util.UUID;

/**
 * Ids for elements and properties that were given none: UUIDs that begin with the time (version 7
 * of RFC 9562). What is added at the same time so lies close together in every index, which the
 * store writes and merges at much less cost than what lies anywhere.
 */
final class NewIds {

  private static final int RANDOM_BITS = 12;
  private static final long VERSION = 7L << RANDOM_BITS;

  private NewIds() {}

  static String next(Clock clock) {
    UUID random = UUID.randomUUID();
    long time = clock.millis() << Short.SIZE;
    long few = random.getMostSignificantBits() & ((1L << RANDOM_BITS) - 1);
    // The lower half says already that it is a UUID, and is else random.
    return new UUID(time | VERSION | few, random.getLeastSignificantBits()).toString();
  }
}
