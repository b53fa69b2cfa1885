package dev.partita.peer.wire;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * One frame between a node and a program that wants to become one. A refusal is a {@link
 * Frame.Refused}. Immutable.
 */
public sealed interface JoinFrame {

  int WELCOME = 32;
  int JOIN = 33;
  int JOINED = 34;
  int MAGIC = 0x50414A4E;

  /** What a node of the cluster says first, so that nothing is given away in vain. */
  record Welcome(int protocolMin, int protocolMax, String cluster, long clockMillis, String build)
      implements JoinFrame {

    public byte[] bytes() {
      return new FrameWriter(128)
          .u8(WELCOME)
          .u32(MAGIC)
          .u8(protocolMin)
          .u8(protocolMax)
          .text(cluster)
          .u64(clockMillis)
          .text(build)
          .toBytes();
    }
  }

  /**
   * Asks for a place in the cluster.
   *
   * @param secret of the token
   * @param request for a certificate (PKCS #10)
   * @param name of the node, for people
   * @param address where the other nodes will find it
   */
  record Join(
      int protocolMin, int protocolMax, byte[] secret, byte[] request, String name, String address)
      implements JoinFrame {

    public byte[] bytes() {
      return new FrameWriter(1 << 10)
          .u8(JOIN)
          .u32(MAGIC)
          .u8(protocolMin)
          .u8(protocolMax)
          .blob(secret)
          .blob(request)
          .text(name)
          .text(address)
          .toBytes();
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "join of " + name + " at " + address;
    }
  }

  /**
   * The place in the cluster.
   *
   * @param certificate of the node, as PEM
   * @param peers where the nodes are, by their numbers
   */
  record Joined(int node, String certificate, Map<Integer, String> peers) implements JoinFrame {

    public Joined {
      peers = Map.copyOf(peers);
    }

    public byte[] bytes() {
      FrameWriter out =
          new FrameWriter(1 << 12).u8(JOINED).u32(node).text(certificate).u16(peers.size());
      new TreeMap<>(peers).forEach((number, address) -> out.u32(number).text(address));
      return out.toBytes();
    }
  }

  /**
   * Reads a frame.
   *
   * @throws DatabaseException BAD_REQUEST if it is none
   */
  static JoinFrame read(ByteBuffer bytes) {
    return FrameReader.read(bytes, JoinFrame::read);
  }

  private static JoinFrame read(FrameReader in) {
    int kind = in.u8();
    return switch (kind) {
      case WELCOME -> {
        requireMagic(in);
        yield new Welcome(in.u8(), in.u8(), in.text(), in.u64(), in.text());
      }
      case JOIN -> {
        requireMagic(in);
        yield new Join(in.u8(), in.u8(), in.blob(), in.blob(), in.text(), in.text());
      }
      case JOINED -> new Joined(in.u32(), in.text(), peers(in));
      default ->
          throw DatabaseException.badRequest("A frame for joining is of no known kind.")
              .with("kind", kind);
    };
  }

  private static void requireMagic(FrameReader in) {
    if (in.u32() != MAGIC) {
      throw DatabaseException.badRequest("The other side is no node of Partita.");
    }
  }

  private static Map<Integer, String> peers(FrameReader in) {
    Map<Integer, String> peers = new TreeMap<>();
    for (int left = in.u16(); left > 0; left--) {
      peers.put(in.u32(), in.text());
    }
    return peers;
  }
}
