package dev.partita.base.bytes;

/**
 * Texts as bytes that have the order of their UTF-16 units, which is how .NET, Java and JavaScript
 * compare them: each unit is encoded like a character of UTF-8. Texts without surrogates are the
 * same in UTF-8. Pure functions without state.
 */
public final class OrdinalText {

  private OrdinalText() {}

  public static byte[] encode(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      length += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    }
    byte[] bytes = new byte[length];
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit < 0x80) {
        bytes[at++] = (byte) unit;
      } else if (unit < 0x800) {
        bytes[at++] = (byte) (0xC0 | (unit >>> 6));
        bytes[at++] = (byte) (0x80 | (unit & 0x3F));
      } else {
        bytes[at++] = (byte) (0xE0 | (unit >>> 12));
        bytes[at++] = (byte) (0x80 | ((unit >>> 6) & 0x3F));
        bytes[at++] = (byte) (0x80 | (unit & 0x3F));
      }
    }
    return bytes;
  }

  /** Reads what {@link #encode} gave, and UTF-8 as well. What is neither becomes U+FFFD. */
  public static String decode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    int at = 0;
    while (at < bytes.length) {
      int first = bytes[at] & 0xFF;
      int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
      int code = length == 1 ? first : first & (0x7F >>> length);
      boolean whole = first < 0x80 || (first >= 0xC0 && at + length <= bytes.length);
      for (int i = 1; whole && i < length; i++) {
        whole = (bytes[at + i] & 0xC0) == 0x80;
        code = (code << 6) | (bytes[at + i] & 0x3F);
      }
      if (whole && code <= Character.MAX_CODE_POINT) {
        text.appendCodePoint(code);
        at += length;
      } else {
        text.append('\uFFFD');
        at++;
      }
    }
    return text.toString();
  }
}
