package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of a logical partition: its position on the partitioned axis (for a hashed container the
 * effective partition key) and the encoded key value, which tells apart keys that share a position.
 */
public record LogicalKey(byte[] position, byte[] value) {

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LogicalKey(byte[] otherPosition, byte[] otherValue)
        && Arrays.equals(position, otherPosition)
        && Arrays.equals(value, otherValue);
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
