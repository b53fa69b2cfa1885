package dev.partita.nosql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-encodings of paths and signatures, where a plus stands for itself. */
final class PercentEncoding {

  private PercentEncoding() {}

  /** The text, decoded once; null if it is not well encoded. */
  static @Nullable String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] raw = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    int highest = 0;
    for (int i = 0; i < raw.length; i++) {
      byte next = raw[i];
      if (next == '%') {
        int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
        int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          return null;
        }
        next = (byte) (high << 4 | low);
        i += 2;
      }
      raw[length++] = next;
      highest |= next & 0xFF;
    }
    if (highest < 0x80) {
      // Nearly all are, and can be taken as they are.
      return new String(raw, 0, length, StandardCharsets.US_ASCII);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(raw, 0, length)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
