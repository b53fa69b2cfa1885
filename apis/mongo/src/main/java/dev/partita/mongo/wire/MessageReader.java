package dev.partita.mongo.wire;

import dev.partita.bson.BsonDocument;
import dev.partita.mongo.error.MongoError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reading of requests. Pure functions. */
public final class MessageReader {

  /** The length, the ids of the message and of the one it answers, and its kind. */
  public static final int HEADER_BYTES = 16;

  /** As {@code maxMessageSizeBytes} of the handshake says. */
  public static final int MESSAGE_BYTES_MAX = 48_000_000;

  private static final int CHECKSUM_BYTES = 4;
  private static final int KNOWN_FLAGS = Message.CHECKSUM_PRESENT | Message.MORE_TO_COME;

  private MessageReader() {}

  /** The number of a message that is answered, whatever else is wrong with it. */
  public static int id(byte[] message) {
    return ByteScan.readInt(message, Integer.BYTES);
  }

  /**
   * Reads a whole message, its header included.
   *
   * @throws MalformedMessage if it is none
   */
  public static Message read(byte[] message) {
    if (message.length < HEADER_BYTES || ByteScan.readInt(message, 0) != message.length) {
      throw MalformedMessage.fatal(
          MongoError.PROTOCOL_ERROR,
          "A message has an impossible length: " + message.length + " bytes.");
    }
    ByteScan header = new ByteScan(message, Integer.BYTES, HEADER_BYTES);
    int id = header.i32();
    header.i32();
    int opCode = header.i32();
    return opCode == OpCode.COMPRESSED
        ? compressed(id, message)
        : plain(id, opCode, message, Compressor.NOOP);
  }

  private static Message compressed(int id, byte[] message) {
    ByteScan scan = new ByteScan(message, HEADER_BYTES, message.length);
    int opCode = scan.i32();
    int size = scan.i32();
    Compressor compressor = Compressor.of(scan.u8());
    if (size < 0 || size > MESSAGE_BYTES_MAX - HEADER_BYTES) {
      throw MalformedMessage.fatal(
          MongoError.BAD_VALUE, "A compressed message has an impossible length: " + size);
    }
    if (opCode == OpCode.COMPRESSED) {
      throw MalformedMessage.fatal(
          MongoError.PROTOCOL_ERROR, "A compressed message has a compressed message in it.");
    }
    byte[] content = compressor.decompress(message, scan.offset(), size);
    byte[] whole = new byte[HEADER_BYTES + size];
    System.arraycopy(content, 0, whole, HEADER_BYTES, size);
    MessageWriter.header(whole, id, 0, opCode);
    return plain(id, opCode, whole, compressor);
  }

  private static Message plain(int id, int opCode, byte[] message, Compressor compressor) {
    return switch (opCode) {
      case OpCode.MSG -> msg(id, message, compressor);
      case OpCode.QUERY -> query(id, message, compressor);
      default ->
          throw MalformedMessage.fatal(
              MongoError.PROTOCOL_ERROR,
              "A message is of a kind that this server does not take: " + opCode);
    };
  }

  private static Message msg(int id, byte[] message, Compressor compressor) {
    int flags = new ByteScan(message, HEADER_BYTES, message.length).i32();
    int unknown = flags & Message.REQUIRED_FLAGS & ~KNOWN_FLAGS;
    if (unknown != 0) {
      throw MalformedMessage.fatal(
          MongoError.ILLEGAL_OP_MSG_FLAG, "Message contains illegal flags value: " + flags);
    }
    int end = message.length;
    if ((flags & Message.CHECKSUM_PRESENT) != 0 && compressor == Compressor.NOOP) {
      end -= CHECKSUM_BYTES;
      requireChecksum(message, end);
    }
    ByteScan scan = new ByteScan(message, HEADER_BYTES + Integer.BYTES, Math.max(end, 0));
    Sections sections = new Sections();
    while (!scan.atEnd()) {
      sections.read(scan);
    }
    BsonDocument body = sections.body;
    if (body == null) {
      throw MalformedMessage.of(MongoError.NO_BODY, "OP_MSG messages must have a body");
    }
    return new Message(id, false, "", flags, body, sections.sequences, compressor);
  }

  /** The sections of one message. */
  private static final class Sections {

    private static final int BODY = 0;
    private static final int SEQUENCE = 1;

    private @Nullable BsonDocument body;
    private final List<DocumentSequence> sequences = new ArrayList<>(1);
    private final Set<String> names = new HashSet<>();

    void read(ByteScan scan) {
      int kind = scan.u8();
      switch (kind) {
        case BODY -> {
          if (body != null) {
            throw MalformedMessage.of(
                MongoError.MULTIPLE_BODIES, "Multiple body sections in message");
          }
          body = scan.document();
        }
        case SEQUENCE -> sequence(scan.part(scan.i32() - Integer.BYTES));
        default ->
            throw MalformedMessage.of(MongoError.UNKNOWN_SECTION, "Unknown section kind " + kind);
      }
    }

    private void sequence(ByteScan scan) {
      String field = scan.text();
      if (!names.add(field)) {
        throw MalformedMessage.of(
            MongoError.DUPLICATE_SEQUENCE, "Duplicate document sequence: " + field);
      }
      List<BsonDocument> documents = new ArrayList<>();
      while (!scan.atEnd()) {
        documents.add(scan.document());
      }
      sequences.add(new DocumentSequence(field, documents));
    }
  }

  private static Message query(int id, byte[] message, Compressor compressor) {
    ByteScan scan = new ByteScan(message, HEADER_BYTES, message.length);
    scan.i32();
    String collection = scan.text();
    scan.i32();
    scan.i32();
    return new Message(id, true, collection, 0, scan.document(), List.of(), compressor);
  }

  private static void requireChecksum(byte[] message, int end) {
    CRC32C checksum = new CRC32C();
    if (end < HEADER_BYTES + Integer.BYTES) {
      throw MalformedMessage.fatal(
          MongoError.PROTOCOL_ERROR, "A message is too short for its checksum.");
    }
    checksum.update(message, 0, end);
    if (ByteScan.readInt(message, end) != (int) checksum.getValue()) {
      throw MalformedMessage.fatal(
          MongoError.CHECKSUM_MISMATCH, "OP_MSG checksum does not match contents.");
    }
  }
}
