package dev.partita.peer.wire;

import dev.partita.base.error.DatabaseException;
import dev.partita.replication.peer.PeerService.Lane;
import java.util.UUID;

/**
 * What a node says first on a connection, and gets in return. What follows the versions may be
 * another in other versions; the versions themselves stay where they are for ever.
 *
 * @param protocolMin the oldest protocol that the node speaks, {@code protocolMax} the newest
 * @param to the number of the node that it wants to talk to
 * @param lane what the connection is for
 * @param generation how often the node's folder has been started
 * @param process tells this run of the node from all others
 * @param clockMillis of the node, when it wrote this
 * @param build the version of the program, for people
 */
public record Hello(
    int protocolMin,
    int protocolMax,
    String cluster,
    int node,
    int to,
    Lane lane,
    long generation,
    UUID process,
    long clockMillis,
    String build)
    implements Frame {

  private static final int MAGIC = 0x50415254;

  public byte[] bytes() {
    return new FrameWriter(128)
        .u8(HELLO)
        .u32(MAGIC)
        .u8(protocolMin)
        .u8(protocolMax)
        .text(cluster)
        .u32(node)
        .u32(to)
        .u8(number(lane))
        .u64(generation)
        .u64(process.getMostSignificantBits())
        .u64(process.getLeastSignificantBits())
        .u64(clockMillis)
        .text(build)
        .toBytes();
  }

  static Hello read(FrameReader in) {
    if (in.u32() != MAGIC) {
      throw DatabaseException.badRequest("The other side is no node of Partita.");
    }
    int min = in.u8();
    int max = in.u8();
    if (min > PROTOCOL_MAX || max < PROTOCOL_MIN) {
      throw new UnknownProtocol(min, max);
    }
    return new Hello(
        min,
        max,
        in.text(),
        in.u32(),
        in.u32(),
        lane(in.u8()),
        in.u64(),
        new UUID(in.u64(), in.u64()),
        in.u64(),
        in.text());
  }

  private static int number(Lane lane) {
    return switch (lane) {
      case CONSENSUS -> 0;
      case REQUESTS -> 1;
      case BULK -> 2;
    };
  }

  private static Lane lane(int number) {
    for (Lane lane : Lane.values()) {
      if (number(lane) == number) {
        return lane;
      }
    }
    throw DatabaseException.badRequest("A node asks for a kind of connection that is not known.")
        .with("kind", number);
  }
}
