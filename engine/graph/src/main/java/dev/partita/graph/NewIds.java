package dev.partita.graph;

import dev.partita.base.bytes.UuidText;
import dev.partita.base.time.Clock;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ids for elements and properties that were given none: UUIDs that begin with the time (version 7
 * of RFC 9562). What is added at the same time so lies close together in every index, which the
 * store writes and merges at much less cost than what lies anywhere. The rest has to differ, but is
 * no secret.
 */
final class NewIds {

  private static final int RANDOM_BITS = 12;
  private static final long VERSION = 7L << RANDOM_BITS;
  private static final long VARIANT = 1L << 63;

  private NewIds() {}

  static String next(Clock clock) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long time = clock.millis() << Short.SIZE;
    long few = random.nextLong() >>> (Long.SIZE - RANDOM_BITS);
    return UuidText.of(time | VERSION | few, VARIANT | random.nextLong() >>> 2);
  }
}
