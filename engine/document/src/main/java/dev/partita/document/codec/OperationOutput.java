package dev.partita.document.codec;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Writer of the parts of a message. Not for use by several threads. */
final class OperationOutput {

  static final int VERSION = 1;

  private final KeyWriter out = new KeyWriter(256);

  OperationOutput(MessageKind kind) {
    out.u8(VERSION).u8(kind.code());
  }

  OperationOutput u8(int value) {
    out.u8(value);
    return this;
  }

  OperationOutput u32(int value) {
    out.u32(value);
    return this;
  }

  OperationOutput u64(long value) {
    out.u64(value);
    return this;
  }

  OperationOutput truth(boolean value) {
    return u8(value ? 1 : 0);
  }

  OperationOutput bytes(byte[] bytes) {
    out.u32(bytes.length).raw(bytes);
    return this;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the text has half a surrogate pair, which UTF-8 cannot
   *     say
   */
  OperationOutput text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean whole =
            i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
        if (!whole) {
          throw DatabaseException.badRequest("A text has half a surrogate pair.").with("offset", i);
        }
        i++;
      }
    }
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  OperationOutput json(JsonValue value) {
    return bytes(JsonWriter.bytes(value));
  }

  <T> OperationOutput optional(@Nullable T value, BiConsumer<OperationOutput, T> part) {
    truth(value != null);
    if (value != null) {
      part.accept(this, value);
    }
    return this;
  }

  <T> OperationOutput list(List<T> values, BiConsumer<OperationOutput, T> part) {
    u32(values.size());
    values.forEach(value -> part.accept(this, value));
    return this;
  }

  byte[] toBytes() {
    return out.toBytes();
  }
}
