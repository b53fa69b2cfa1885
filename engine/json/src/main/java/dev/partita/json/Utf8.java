package dev.partita.json;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;

/**
 * A check that bytes are UTF-8 as the standard has it: no overlong forms, no surrogates, nothing
 * cut off. The parser below trusts its input where a lenient decoder would invent characters.
 */
final class Utf8 {

  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /**
   * @throws DatabaseException if the bytes are not UTF-8
   */
  static void check(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int i = offset;
    while (i < end) {
      if (end - i >= Long.BYTES && (Bytes.readLong(bytes, i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
      } else if (bytes[i] >= 0) {
        i++;
      } else {
        int width = width(bytes, i, end);
        if (width == 0) {
          throw DatabaseException.badRequest("The text is not valid UTF-8.")
              .with("offset", i - offset);
        }
        i += width;
      }
    }
  }

  /**
   * How many bytes the well-formed sequence at a position beyond ASCII takes; 0 if there is none.
   */
  private static int width(byte[] bytes, int i, int end) {
    int lead = bytes[i] & 0xFF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      return continues(bytes, i + 1, end, 0x80, 0xBF) ? 2 : 0;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
      int lowest = lead == 0xE0 ? 0xA0 : 0x80;
      int highest = lead == 0xED ? 0x9F : 0xBF;
      return continues(bytes, i + 1, end, lowest, highest)
              && continues(bytes, i + 2, end, 0x80, 0xBF)
          ? 3
          : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
      int lowest = lead == 0xF0 ? 0x90 : 0x80;
      int highest = lead == 0xF4 ? 0x8F : 0xBF;
      return continues(bytes, i + 1, end, lowest, highest)
              && continues(bytes, i + 2, end, 0x80, 0xBF)
              && continues(bytes, i + 3, end, 0x80, 0xBF)
          ? 4
          : 0;
    }
    return 0;
  }

  /** The length of the byte order mark that some editors put before a text: 3 or 0. */
  static int byteOrderMark(byte[] bytes, int offset, int length) {
    boolean marked =
        length >= 3
            && bytes[offset] == (byte) 0xEF
            && bytes[offset + 1] == (byte) 0xBB
            && bytes[offset + 2] == (byte) 0xBF;
    return marked ? 3 : 0;
  }

  private static boolean continues(byte[] bytes, int i, int end, int lowest, int highest) {
    return i < end && (bytes[i] & 0xFF) >= lowest && (bytes[i] & 0xFF) <= highest;
  }
}
