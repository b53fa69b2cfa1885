package dev.partita.container;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import java.util.Arrays;

/**
 * A request on its way to the leader of a partition.
 *
 * @param service code of the one that carries it out
 * @param lowPriority whether it leaves a part of the budget to others
 * @param group that has the partition, as the node knows that asks
 * @param version of the container's record that the node has which asks
 */
record ForwardedRequest(
    int service, boolean lowPriority, int group, int container, long version, byte[] body) {

  private static final int FORMAT = 1;
  private static final int HEAD = 3 + 2 * Integer.BYTES + Long.BYTES;

  byte[] encode() {
    return new KeyWriter(HEAD + body.length)
        .u8(FORMAT)
        .u8(service)
        .u8(lowPriority ? 1 : 0)
        .u32(group)
        .u32(container)
        .u64(version)
        .raw(body)
        .toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  static ForwardedRequest decode(byte[] bytes) {
    if (bytes.length < HEAD || bytes[0] != FORMAT) {
      throw DatabaseException.badRequest("This is no request of a node that this build knows.")
          .with("bytes", bytes.length);
    }
    return new ForwardedRequest(
        bytes[1] & 0xFF,
        bytes[2] != 0,
        Bytes.readInt(bytes, 3),
        Bytes.readInt(bytes, 3 + Integer.BYTES),
        Bytes.readLong(bytes, 3 + 2 * Integer.BYTES),
        Arrays.copyOfRange(bytes, HEAD, bytes.length));
  }
}
