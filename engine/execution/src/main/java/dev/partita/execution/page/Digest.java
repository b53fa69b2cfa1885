package dev.partita.execution.page;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.hash.Murmur3;
import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/**
 * Values as 16 bytes: the same for equal values, and in practice different for others. Pure
 * functions. Continuations depend on them, so they must not change.
 */
public final class Digest {

  public static final Comparator<Hash128> ORDER =
      Comparator.<Hash128>comparingLong(hash -> hash.h1() + Long.MIN_VALUE)
          .thenComparingLong(hash -> hash.h2() + Long.MIN_VALUE);

  private Digest() {}

  public static Hash128 of(JsonValue value) {
    KeyWriter writer = new KeyWriter(128);
    write(value, writer);
    return Murmur3.hash128(writer.toBytes());
  }

  public static Hash128 of(List<JsonValue> values) {
    KeyWriter writer = new KeyWriter(128);
    values.forEach(value -> write(value, writer));
    return Murmur3.hash128(writer.toBytes());
  }

  private static void write(JsonValue value, KeyWriter writer) {
    switch (value) {
      case JsonUndefined _ -> writer.u8(0);
      case JsonNull _ -> writer.u8(1);
      case JsonBoolean bool -> writer.u8(bool == JsonBoolean.TRUE ? 3 : 2);
      case JsonNumber number when number.isIntegral() -> writer.u8(4).u64(number.longValue());
      case JsonNumber number -> writer.u8(5).u64(Double.doubleToLongBits(number.doubleValue()));
      case JsonString(String text) -> text(text, writer.u8(6));
      case JsonArray array -> {
        writer.u8(7).u32(array.size());
        array.forEach(element -> write(element, writer));
      }
      case JsonObject object -> {
        writer.u8(8).u32(object.size());
        // The order of members does not matter to equality.
        object.names().stream()
            .sorted()
            .forEach(
                name -> {
                  text(name, writer);
                  write(object.at(name), writer);
                });
      }
    }
  }

  private static void text(String text, KeyWriter writer) {
    byte[] utf16 = text.getBytes(StandardCharsets.UTF_16BE);
    writer.u32(utf16.length).raw(utf16);
  }
}
