package dev.partita.document.codec;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the parts of a message, which may be anything: whatever is not as {@link
 * OperationOutput} writes it is refused with BAD_REQUEST and the offset. Not for use by several
 * threads.
 */
final class OperationInput {

  private final byte[] bytes;
  private int at;

  private OperationInput(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Reads a message whole: there must be nothing behind it. */
  static <T> T read(byte[] bytes, MessageKind kind, Function<OperationInput, T> part) {
    if (bytes.length > OperationCodec.BYTES_MAX) {
      throw DatabaseException.badRequest("A message is larger than messages may be.")
          .with("bytes", bytes.length)
          .with("limitBytes", OperationCodec.BYTES_MAX);
    }
    OperationInput in = new OperationInput(bytes);
    int version = in.u8();
    if (version != OperationOutput.VERSION) {
      throw in.refused("The message has a version that this build does not know.")
          .with("version", version);
    }
    int code = in.u8();
    if (code != kind.code()) {
      throw in.refused("The message is of another kind.")
          .with("kind", code)
          .with("expected", kind.code());
    }
    T value = part.apply(in);
    if (in.at != bytes.length) {
      throw in.refused("There is more behind the end of the message.");
    }
    return value;
  }

  int u8() {
    require(1);
    return bytes[at++] & 0xFF;
  }

  int u32() {
    require(Integer.BYTES);
    int value = Bytes.readInt(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  /** A number that is not negative. */
  int count() {
    int value = u32();
    if (value < 0) {
      throw refused("A number that counts something is negative.");
    }
    return value;
  }

  long u64() {
    require(Long.BYTES);
    long value = Bytes.readLong(bytes, at);
    at += Long.BYTES;
    return value;
  }

  long amount() {
    long value = u64();
    if (value < 0) {
      throw refused("A number that counts something is negative.");
    }
    return value;
  }

  boolean truth() {
    int value = u8();
    if (value > 1) {
      throw refused("A truth is neither 0 nor 1.");
    }
    return value == 1;
  }

  byte[] bytes() {
    int length = count();
    require(length);
    byte[] part = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return part;
  }

  String text() {
    int length = count();
    require(length);
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length)).toString();
      at += length;
      return text;
    } catch (CharacterCodingException e) {
      throw refused("A text is not UTF-8.");
    }
  }

  JsonValue json() {
    int length = count();
    require(length);
    JsonValue value = JsonReader.DEFAULT.read(bytes, at, length);
    at += length;
    return value;
  }

  JsonObject object() {
    if (json() instanceof JsonObject object) {
      return object;
    }
    throw refused("A document is not a JSON object.");
  }

  JsonArray array() {
    if (json() instanceof JsonArray array) {
      return array;
    }
    throw refused("A list of arguments is not a JSON array.");
  }

  <T> @Nullable T optional(Function<OperationInput, T> part) {
    return truth() ? part.apply(this) : null;
  }

  /** Whatever number is announced, no more is kept than was there. */
  <T> List<T> list(Function<OperationInput, T> part) {
    int count = count();
    if (count > bytes.length - at) {
      throw refused("A list is announced that is longer than the message.").with("count", count);
    }
    List<T> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(part.apply(this));
    }
    return values;
  }

  DatabaseException refused(String text) {
    return DatabaseException.badRequest(text).with("offset", at);
  }

  private void require(int more) {
    if (bytes.length - at < more) {
      throw refused("The message ends too early.").with("bytes", bytes.length);
    }
  }
}
