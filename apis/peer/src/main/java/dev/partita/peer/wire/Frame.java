package dev.partita.peer.wire;

import dev.partita.base.error.DatabaseException;
import java.nio.ByteBuffer;

/** One frame between nodes. Immutable. */
public sealed interface Frame
    permits Hello,
        Frame.Refused,
        Frame.Request,
        Frame.Answer,
        Frame.Failure,
        Frame.Cancel,
        Frame.Ping,
        Frame.Pong {

  /** The oldest protocol that this node speaks. */
  int PROTOCOL_MIN = 1;

  /** The newest protocol that this node speaks. */
  int PROTOCOL_MAX = 1;

  /** How much longer a frame may be than its body. */
  int HEAD_BYTES_MAX = 1 << 10;

  /** The milliseconds of a request that has no deadline. */
  int NO_DEADLINE = -1;

  int HELLO = 1;
  int REFUSED = 2;
  int REQUEST = 3;
  int ANSWER = 4;
  int FAILURE = 5;
  int CANCEL = 6;
  int PING = 7;
  int PONG = 8;

  /**
   * Why a node will not talk to another one, before the connection ends.
   *
   * @param reason a constant, for programs
   */
  record Refused(String reason, String text) implements Frame {

    public byte[] bytes() {
      return new FrameWriter(256).u8(REFUSED).text(reason).text(text).toBytes();
    }
  }

  /**
   * @param millis left of the time that the request has; {@link #NO_DEADLINE} if it has no end
   */
  record Request(long id, int service, int millis, byte[] body) implements Frame {

    /** How long the head is. */
    public static final int HEAD_BYTES = 17;

    /** What comes before the body. */
    public static byte[] head(long id, int service, int millis) {
      return new FrameWriter(HEAD_BYTES).u8(REQUEST).u64(id).u32(service).u32(millis).toBytes();
    }
  }

  record Answer(long id, byte[] body) implements Frame {

    /** What comes before the body. */
    public static byte[] head(long id) {
      return new FrameWriter(9).u8(ANSWER).u64(id).toBytes();
    }
  }

  /** A request has failed. */
  record Failure(long id, RuntimeException failure) implements Frame {

    public byte[] bytes() {
      FrameWriter out = new FrameWriter(256).u8(FAILURE).u64(id);
      Failures.write(failure, out);
      return out.toBytes();
    }
  }

  /** Nobody waits for the answer to a request any more. */
  record Cancel(long id) implements Frame {

    public byte[] bytes() {
      return new FrameWriter(9).u8(CANCEL).u64(id).toBytes();
    }
  }

  /**
   * @param token comes back with the answer
   */
  record Ping(long token) implements Frame {

    public byte[] bytes() {
      return new FrameWriter(9).u8(PING).u64(token).toBytes();
    }
  }

  /**
   * @param millis the clock of the node that answers
   */
  record Pong(long token, long millis) implements Frame {

    public byte[] bytes() {
      return new FrameWriter(17).u8(PONG).u64(token).u64(millis).toBytes();
    }
  }

  /**
   * Reads a frame.
   *
   * @throws DatabaseException BAD_REQUEST if it is none
   */
  static Frame read(ByteBuffer bytes) {
    return FrameReader.read(bytes, Frame::read);
  }

  private static Frame read(FrameReader in) {
    int kind = in.u8();
    return switch (kind) {
      case HELLO -> Hello.read(in);
      case REFUSED -> new Refused(in.text(), in.text());
      case REQUEST -> new Request(in.u64(), in.u32(), in.u32(), in.rest());
      case ANSWER -> new Answer(in.u64(), in.rest());
      case FAILURE -> new Failure(in.u64(), Failures.read(in));
      case CANCEL -> new Cancel(in.u64());
      case PING -> new Ping(in.u64());
      case PONG -> new Pong(in.u64(), in.u64());
      default ->
          throw DatabaseException.badRequest("A frame of another node is of no known kind.")
              .with("kind", kind);
    };
  }
}
