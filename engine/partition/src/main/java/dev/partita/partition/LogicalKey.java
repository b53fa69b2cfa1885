package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of a logical partition: its position on the partitioned axis (for a hashed container the
 * effective partition key) and the encoded key value, which tells apart keys that share a position.
 * Immutable.
 */
public final class LogicalKey {

  private final byte[] position;
  private final byte[] value;

  /** As keys have it; null until somebody asks, if it was found in one. */
  private volatile byte @Nullable [] encoded;

  private LogicalKey(byte[] position, byte[] value, byte @Nullable [] encoded) {
    this.position = position;
    this.value = value;
    this.encoded = encoded;
  }

  public LogicalKey(byte[] position, byte[] value) {
    // At once: whoever names a logical partition is about to read or write there.
    this(position, value, encode(position, value));
  }

  /** Takes one from the middle of a key, where {@link #encoded} has been put. */
  public static LogicalKey read(KeyReader reader) {
    return new LogicalKey(reader.escaped(), reader.escaped(), null);
  }

  private static byte[] encode(byte[] position, byte[] value) {
    return new KeyWriter(4 + position.length + value.length)
        .escaped(position)
        .escaped(value)
        .toBytes();
  }

  public byte[] position() {
    return position;
  }

  public byte[] value() {
    return value;
  }

  /** Both, as keys have them: in the order of positions, then of values. To be read only. */
  public byte[] encoded() {
    byte[] known = encoded;
    if (known == null) {
      known = encode(position, value);
      encoded = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LogicalKey key
        && Arrays.equals(position, key.position)
        && Arrays.equals(value, key.value);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(position) + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return Bytes.hex(position) + "/" + Bytes.hex(value);
  }
}
