package dev.partita.net.http;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * What goes before a body in HTTP/1, written as the bytes that are sent and checked in the same
 * pass: no field can end where its sender did not mean it to. For one thread.
 */
final class HeadWriter {

  private static final int USUAL_BYTES = 1024;
  private static final int DELETE = 0x7f;
  private static final int LAST_OF_ONE_BYTE = 0xff;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  /** Appends text of the server's own, which has one byte for each character. */
  HeadWriter text(String text) {
    makeRoom(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += text.length();
    return this;
  }

  /**
   * Appends a header field. Blanks around a value are no part of it; characters that do not fit
   * into a byte become question marks.
   *
   * @throws IllegalArgumentException if it has characters that would end it
   */
  void field(String name, String value) {
    makeRoom(name.length() + value.length() + 4);
    byte[] to = bytes;
    int at = length;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= DELETE || c == ':') {
        throw new IllegalArgumentException("A header field cannot have this name: " + name);
      }
      to[at++] = (byte) c;
    }
    to[at++] = ':';
    to[at++] = ' ';
    int end = value.length();
    while (end > 0 && isBlank(value.charAt(end - 1))) {
      end--;
    }
    int begin = 0;
    while (begin < end && isBlank(value.charAt(begin))) {
      begin++;
    }
    for (int i = begin; i < end; i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == DELETE) {
        throw new IllegalArgumentException("A header field cannot have this value: " + name);
      }
      to[at++] = c > LAST_OF_ONE_BYTE ? (byte) '?' : (byte) c;
    }
    to[at++] = '\r';
    to[at++] = '\n';
    length = at;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private void makeRoom(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  int length() {
    return length;
  }

  void writeTo(ByteBuf buffer) {
    buffer.writeBytes(bytes, 0, length);
  }
}
