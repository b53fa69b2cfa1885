package dev.partita.container.key;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.hash.Murmur3;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The encodings of key components that effective keys are made of, as clients compute them. Nothing
 * here can be improved: every byte is part of the protocol.
 */
final class ClientEncoding {

  /** Version 1 looks at this many UTF-16 units of a string, and writes this many bytes of it. */
  private static final int V1_STRING_LIMIT = 100;

  private static final int V1_STRING_END = 0x00;
  private static final int V2_STRING_END = 0xFF;
  private static final int HASH_BYTES = 16;

  private ClientEncoding() {}

  /** All components hashed together, followed by the components themselves. */
  static byte[] hashV1(List<JsonValue> components) {
    List<JsonValue> truncated = components.stream().map(ClientEncoding::truncate).toList();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writeNumber((double) Integer.toUnsignedLong(murmurV1(truncated)), out);
    truncated.forEach(component -> write(component, out));
    return out.toByteArray();
  }

  /** All components hashed together. */
  static byte[] hashV2(List<JsonValue> components) {
    byte[] hash = murmurV2(components);
    // The two highest bits are free, so that FF is above every effective key.
    hash[0] &= 0x3F;
    return hash;
  }

  /** Each component hashed by itself. */
  static byte[] multiHash(List<JsonValue> components) {
    byte[] hashes = new byte[components.size() * HASH_BYTES];
    for (int i = 0; i < components.size(); i++) {
      byte[] hash = hashV2(List.of(components.get(i)));
      System.arraycopy(hash, 0, hashes, i * HASH_BYTES, HASH_BYTES);
    }
    return hashes;
  }

  /** The components without any hash, in the order of their values. */
  static byte[] range(List<JsonValue> components) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    components.forEach(component -> write(component, out));
    return out.toByteArray();
  }

  static byte[] number(double value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writeNumber(value, out);
    return out.toByteArray();
  }

  /** The number that an encoding begins with. The first byte must mark it as a number. */
  static double leadingNumber(byte[] encoded) {
    long bits = encoded.length > 1 ? (encoded[1] & 0xFFL) << 56 : 0;
    int shift = 49;
    for (int i = 2; i < encoded.length && shift >= 0; i++, shift -= 7) {
      bits |= ((encoded[i] & 0xFEL) >>> 1) << shift;
      if ((encoded[i] & 1) == 0) {
        break;
      }
    }
    return SortableDouble.decodeForClients(bits);
  }

  static int murmurV1(List<JsonValue> components) {
    return Murmur3.hash32(hashed(components, V1_STRING_END));
  }

  static byte[] murmurV2(List<JsonValue> components) {
    Murmur3.Hash128 hash = Murmur3.hash128(hashed(components, V2_STRING_END));
    byte[] bytes = new byte[HASH_BYTES];
    Bytes.writeLong(bytes, 0, hash.h2());
    Bytes.writeLong(bytes, Long.BYTES, hash.h1());
    return bytes;
  }

  /** What the hash functions are given. */
  private static byte[] hashed(List<JsonValue> components, int stringEnd) {
    KeyWriter out = new KeyWriter();
    for (JsonValue component : components) {
      out.u8(ComponentType.of(component).mark());
      if (component instanceof JsonNumber number) {
        // The lowest byte first.
        out.u64(Long.reverseBytes(Double.doubleToRawLongBits(number.doubleValue())));
      } else if (component instanceof JsonString(String text)) {
        out.utf8(text).u8(stringEnd);
      }
    }
    return out.toBytes();
  }

  private static JsonValue truncate(JsonValue component) {
    return component instanceof JsonString(String text) && text.length() > V1_STRING_LIMIT
        ? JsonString.of(text.substring(0, V1_STRING_LIMIT))
        : component;
  }

  private static void write(JsonValue component, ByteArrayOutputStream out) {
    if (component instanceof JsonNumber number) {
      writeNumber(number.doubleValue(), out);
      return;
    }
    out.write(ComponentType.of(component).mark());
    if (component instanceof JsonString(String text)) {
      writeString(text, out);
    }
  }

  /** Eight bits, then groups of seven, each with a lowest bit that says whether more follow. */
  private static void writeNumber(double value, ByteArrayOutputStream out) {
    long bits = SortableDouble.encodeForClients(value);
    out.write(ComponentType.NUMBER.mark());
    out.write((int) (bits >>> 56));
    bits <<= 8;
    do {
      int group = (int) (bits >>> 57) << 1;
      bits <<= 7;
      out.write(bits == 0 ? group : group | 1);
    } while (bits != 0);
  }

  /** Each byte is one higher, which leaves zero for the end; a cut string has no end. */
  private static void writeString(String text, ByteArrayOutputStream out) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean cut = utf8.length > V1_STRING_LIMIT;
    int length = cut ? V1_STRING_LIMIT + 1 : utf8.length;
    for (int i = 0; i < length; i++) {
      out.write(utf8[i] + 1);
    }
    if (!cut) {
      out.write(V1_STRING_END);
    }
  }
}
