package dev.partita.base.bytes;

/**
 * Encoding of text as bytes that sort by UTF-16 code units, as .NET, Java and JavaScript compare
 * strings: each code unit is encoded like a character of UTF-8. Text without surrogates is encoded
 * as in UTF-8. Pure functions.
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

  /** Decodes the result of {@link #encode}, and UTF-8 as well. Malformed bytes become U+FFFD. */
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
