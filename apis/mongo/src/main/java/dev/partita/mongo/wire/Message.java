package dev.partita.mongo.wire;

import dev.partita.bson.BsonDocument;
import java.util.List;

/**
 * A request as it arrived.
 *
 * @param id by which the reply names it
 * @param legacy whether it was an OP_QUERY, to be answered by an OP_REPLY
 * @param collection what an OP_QUERY is addressed to, such as {@code admin.$cmd}; empty in an
 *     OP_MSG, whose body has the database
 * @param flags those of an OP_MSG
 * @param compressor what it was compressed with; the reply is, too
 */
public record Message(
    int id,
    boolean legacy,
    String collection,
    int flags,
    BsonDocument body,
    List<DocumentSequence> sequences,
    Compressor compressor) {

  static final int CHECKSUM_PRESENT = 1;
  static final int MORE_TO_COME = 1 << 1;
  static final int EXHAUST_ALLOWED = 1 << 16;

  /** Bits from here on may be ignored by those who do not know them. */
  static final int REQUIRED_FLAGS = 0xFFFF;

  public Message {
    sequences = List.copyOf(sequences);
  }

  /** Whether the client waits for no reply and would take one for that of its next request. */
  public boolean wantsNoReply() {
    return (flags & MORE_TO_COME) != 0;
  }
}
