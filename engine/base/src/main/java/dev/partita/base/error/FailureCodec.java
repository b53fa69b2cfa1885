package dev.partita.base.error;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The binary form of failures, in which nodes tell them to each other: the code, the text and the
 * context; where a failure was thrown stays behind. Decoding refuses what is no encoding with
 * BAD_REQUEST. Pure functions without state.
 */
public final class FailureCodec {

  private static final int VERSION = 1;

  private static final int TEXT = 1;
  private static final int INTEGER = 2;
  private static final int REAL = 3;
  private static final int TRUTH = 4;

  private FailureCodec() {}

  public static byte[] encode(DatabaseException failure) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    out.write(VERSION);
    text(out, failure.code().name());
    text(out, failure.text());
    u32(out, failure.context().size());
    for (Map.Entry<String, Object> detail : failure.context().entrySet()) {
      text(out, detail.getKey());
      switch (detail.getValue()) {
        case Boolean truth -> u8(out, TRUTH, truth ? 1 : 0);
        case Double real -> u64(out, REAL, Double.doubleToRawLongBits(real));
        case Float real -> u64(out, REAL, Double.doubleToRawLongBits(real));
        case Number integer -> u64(out, INTEGER, integer.longValue());
        default -> {
          out.write(TEXT);
          text(out, detail.getValue().toString());
        }
      }
    }
    return out.toByteArray();
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    u32(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void u8(ByteArrayOutputStream out, int type, int value) {
    out.write(type);
    out.write(value);
  }

  private static void u32(ByteArrayOutputStream out, int value) {
    out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
  }

  private static void u64(ByteArrayOutputStream out, int type, long value) {
    out.write(type);
    out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the bytes are no failure
   */
  public static DatabaseException decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      DatabaseException failure = read(in);
      if (in.hasRemaining()) {
        throw refused(in, "There is more behind the end of a failure.");
      }
      return failure;
    } catch (BufferUnderflowException e) {
      throw refused(in, "A failure ends too early.");
    }
  }

  private static DatabaseException read(ByteBuffer in) {
    if (in.get() != VERSION) {
      throw refused(in, "The failure has a version that this build does not know.");
    }
    ErrorCode code = code(in);
    DatabaseException failure = new DatabaseException(code, text(in));
    int details = in.getInt();
    for (int i = 0; i < details; i++) {
      failure.with(text(in), detail(in));
    }
    return failure;
  }

  private static ErrorCode code(ByteBuffer in) {
    String name = text(in);
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    throw refused(in, "There is no such failure.").with("code", name);
  }

  private static Object detail(ByteBuffer in) {
    int type = in.get();
    return switch (type) {
      case TEXT -> text(in);
      case INTEGER -> in.getLong();
      case REAL -> Double.longBitsToDouble(in.getLong());
      case TRUTH -> in.get() != 0;
      default -> throw refused(in, "There is no such type of a value.").with("type", type);
    };
  }

  private static String text(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw refused(in, "A failure ends too early.");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static DatabaseException refused(ByteBuffer in, String text) {
    return DatabaseException.badRequest(text).with("offset", in.position());
  }
}
