package dev.partita.container;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.FailureCodec;
import java.util.Arrays;

/** What came of a request that another node was asked. */
sealed interface ForwardedAnswer {

  /** It was carried out. */
  record Done(byte[] body) implements ForwardedAnswer {}

  /** It was tried, and the client is told why it failed. */
  record Failed(DatabaseException failure) implements ForwardedAnswer {}

  /**
   * Nothing was done and nothing will be.
   *
   * @param leader who may lead; {@link dev.partita.container.group.Groups#NO_NODE} if the node does
   *     not know
   */
  record NotInCharge(int leader) implements ForwardedAnswer {}

  int DONE = 1;
  int FAILED = 2;
  int NOT_IN_CHARGE = 3;

  default byte[] encode() {
    return switch (this) {
      case Done(var body) -> new KeyWriter(1 + body.length).u8(DONE).raw(body).toBytes();
      case Failed(var failure) ->
          new KeyWriter().u8(FAILED).raw(FailureCodec.encode(failure)).toBytes();
      case NotInCharge(var leader) -> new KeyWriter().u8(NOT_IN_CHARGE).u32(leader).toBytes();
    };
  }

  /**
   * @throws DatabaseException BAD_REQUEST
   */
  static ForwardedAnswer decode(byte[] bytes) {
    int kind = bytes.length == 0 ? 0 : bytes[0];
    if (kind == NOT_IN_CHARGE && bytes.length == 1 + Integer.BYTES) {
      return new NotInCharge(Bytes.readInt(bytes, 1));
    }
    byte[] rest = bytes.length == 0 ? bytes : Arrays.copyOfRange(bytes, 1, bytes.length);
    return switch (kind) {
      case DONE -> new Done(rest);
      case FAILED -> new Failed(FailureCodec.decode(rest));
      default ->
          throw DatabaseException.badRequest("This is no answer of a node that this build knows.")
              .with("kind", kind);
    };
  }
}
