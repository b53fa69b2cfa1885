package dev.partita.net.http.http1;

import io.netty.util.AsciiString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names of header fields that came before. A client sends the same ones with every request, and a
 * name that is the same object need not be copied, hashed and turned into text again. Keeps few and
 * only short ones. Confined to the event loop of its connection.
 */
final class KnownNames {

  private static final int KEPT = 64;
  private static final int MASK = KEPT - 1;
  private static final int LONGEST = 64;

  private final @Nullable AsciiString[] kept = new AsciiString[KEPT];

  /** The name that the bytes are. */
  AsciiString of(byte[] bytes, int begin, int length) {
    if (length == 0 || length > LONGEST) {
      return new AsciiString(bytes, begin, length, true);
    }
    int end = begin + length - 1;
    int place = (31 * length + 5 * bytes[begin + length / 2] + bytes[begin] + bytes[end]) & MASK;
    AsciiString known = kept[place];
    if (known == null || !isSame(known, bytes, begin, length)) {
      known = new AsciiString(bytes, begin, length, true);
      kept[place] = known;
    }
    return known;
  }

  private static boolean isSame(AsciiString name, byte[] bytes, int begin, int length) {
    int from = name.arrayOffset();
    return Arrays.equals(name.array(), from, from + name.length(), bytes, begin, begin + length);
  }
}
