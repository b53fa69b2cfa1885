package dev.partita.advice;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.key.EffectivePartitionKey;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonValue;
import java.util.HashMap;
import java.util.Map;

/**
 * Where values lie in the space that physical partitions divide: as the server has them, for the
 * first values that are seen of a path, and anywhere for the rest, which are too many for that to
 * matter. On one thread.
 */
final class Placement {

  private static final int KNOWN_MAX = 4_096;

  /** Two bits of an effective key are free. */
  private static final int FREE_BITS = 2;

  private static final PartitionKeyDefinition ANY = PartitionKeyDefinition.hash("/any");

  private final Map<Long, Long> known = new HashMap<>();

  void learn(long hash, JsonValue value) {
    if (known.size() < KNOWN_MAX && !known.containsKey(hash)) {
      known.put(hash, position(EffectivePartitionKey.of(ANY, PartitionKey.of(value)).bytes()));
    }
  }

  /** An unsigned number: a part of all. */
  long position(long hash) {
    Long position = known.get(hash);
    return position == null ? hash : position;
  }

  static long position(byte[] effectiveKey) {
    byte[] first = new byte[Long.BYTES];
    System.arraycopy(effectiveKey, 0, first, 0, Math.min(effectiveKey.length, first.length));
    return Bytes.readLong(first, 0) << FREE_BITS;
  }
}
