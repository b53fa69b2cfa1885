package dev.partita.container.key;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The place of a partition key in the space that physical partitions divide: a byte string, written
 * as upper-case hexadecimal digits. Immutable. Bytes and digits have the same order. The space goes
 * from {@link #MIN}, inclusive, to {@link #MAX}, exclusive.
 */
public final class EffectivePartitionKey implements Comparable<EffectivePartitionKey> {

  /** The empty string: no key is below it. */
  public static final EffectivePartitionKey MIN = new EffectivePartitionKey(Bytes.EMPTY);

  /** The byte FF: above every key. */
  public static final EffectivePartitionKey MAX =
      new EffectivePartitionKey(new byte[] {(byte) 0xFF});

  private final byte[] bytes;

  /** Takes the array over. */
  EffectivePartitionKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The place of a key, which has as many components as the definition has paths; a hierarchical
   * one may have fewer, and then has the place where all that begin with it follow.
   */
  public static EffectivePartitionKey of(PartitionKeyDefinition definition, PartitionKey key) {
    boolean full = key.size() == definition.paths().size();
    boolean prefix =
        definition.kind() == PartitionKind.MULTI_HASH && key.size() < definition.paths().size();
    if (!full && !prefix) {
      throw new IllegalArgumentException(
          "The key " + key + " does not fit the paths " + definition.paths());
    }
    return new EffectivePartitionKey(
        switch (definition.kind()) {
          case HASH ->
              definition.version() == 1
                  ? ClientEncoding.hashV1(key.components())
                  : ClientEncoding.hashV2(key.components());
          case MULTI_HASH -> ClientEncoding.multiHash(key.components());
          case RANGE -> ClientEncoding.range(key.components());
        });
  }

  /** Reads hexadecimal digits of either case. */
  public static EffectivePartitionKey parse(String hex) {
    try {
      return of(Bytes.fromHex(hex));
    } catch (IllegalArgumentException _) {
      throw DatabaseException.badRequest(
              "An effective partition key must be an even number of hexadecimal digits.")
          .with("effectivePartitionKey", hex);
    }
  }

  public static EffectivePartitionKey of(byte[] bytes) {
    return bytes.length == 0 ? MIN : new EffectivePartitionKey(bytes.clone());
  }

  /** The bytes, which the caller must not change. */
  public byte[] bytes() {
    return bytes;
  }

  public String hex() {
    return Bytes.hex(bytes);
  }

  @Override
  public int compareTo(EffectivePartitionKey other) {
    return Bytes.ORDER.compare(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EffectivePartitionKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return hex();
  }
}
