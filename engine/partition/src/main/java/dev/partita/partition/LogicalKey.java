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

  /** Made when it is first asked for, and then kept: a write asks several times. */
  private volatile byte @Nullable [] encoded;

  public LogicalKey(byte[] position, byte[] value) {
    this.position = position;
    this.value = value;
  }

  /** Takes one from the middle of a key, where {@link #encoded} has been put. */
  public static LogicalKey read(KeyReader reader) {
    return new LogicalKey(reader.escaped(), reader.escaped());
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
      known =
          new KeyWriter(4 + position.length + value.length)
              .escaped(position)
              .escaped(value)
              .toBytes();
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
