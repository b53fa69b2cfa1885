package dev.partita.mongo.wire;

/** Writing of replies. Pure functions. */
public final class MessageWriter {

  private static final int HEADER_BYTES = MessageReader.HEADER_BYTES;
  private static final int AWAIT_CAPABLE = 8;

  private MessageWriter() {}

  /**
   * The reply to a request, in the form in which that came.
   *
   * @param id of the reply itself
   * @param body a document
   */
  public static byte[] reply(Message request, int id, byte[] body) {
    byte[] plain =
        request.legacy() ? legacyReply(id, request.id(), body) : msg(id, request.id(), body);
    return request.compressor() == Compressor.NOOP
        ? plain
        : compressed(plain, request.compressor());
  }

  /** A reply to a message that could not be read. */
  public static byte[] msg(int id, int responseTo, byte[] body) {
    byte[] message = new byte[HEADER_BYTES + Integer.BYTES + 1 + body.length];
    header(message, id, responseTo, OpCode.MSG);
    System.arraycopy(body, 0, message, HEADER_BYTES + Integer.BYTES + 1, body.length);
    return message;
  }

  private static byte[] legacyReply(int id, int responseTo, byte[] body) {
    int fields = 4 + 8 + 4 + 4;
    byte[] message = new byte[HEADER_BYTES + fields + body.length];
    header(message, id, responseTo, OpCode.REPLY);
    writeInt(message, HEADER_BYTES, AWAIT_CAPABLE);
    writeInt(message, HEADER_BYTES + fields - Integer.BYTES, 1);
    System.arraycopy(body, 0, message, HEADER_BYTES + fields, body.length);
    return message;
  }

  private static byte[] compressed(byte[] plain, Compressor compressor) {
    byte[] content = compressor.compress(plain, HEADER_BYTES);
    int fields = 4 + 4 + 1;
    byte[] message = new byte[HEADER_BYTES + fields + content.length];
    System.arraycopy(plain, 0, message, 0, HEADER_BYTES);
    writeInt(message, 0, message.length);
    writeInt(message, 12, OpCode.COMPRESSED);
    writeInt(message, HEADER_BYTES, ByteScan.readInt(plain, 12));
    writeInt(message, HEADER_BYTES + 4, plain.length - HEADER_BYTES);
    message[HEADER_BYTES + 8] = (byte) compressor.id();
    System.arraycopy(content, 0, message, HEADER_BYTES + fields, content.length);
    return message;
  }

  static void header(byte[] message, int id, int responseTo, int opCode) {
    writeInt(message, 0, message.length);
    writeInt(message, 4, id);
    writeInt(message, 8, responseTo);
    writeInt(message, 12, opCode);
  }

  private static void writeInt(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) value;
    bytes[offset + 1] = (byte) (value >>> 8);
    bytes[offset + 2] = (byte) (value >>> 16);
    bytes[offset + 3] = (byte) (value >>> 24);
  }
}
