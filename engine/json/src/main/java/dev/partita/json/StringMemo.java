package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The strings that were met last at one place of many documents: where there are few different
 * ones, each is made once. Gives up where most are new. Not for use by several threads.
 */
final class StringMemo {

  private static final int SLOTS = 256;
  private static final int LONGEST = 32;
  private static final int ENOUGH_TO_JUDGE = 512;

  private byte @Nullable [][] texts = new byte[SLOTS][];
  private final JsonString[] strings = new JsonString[SLOTS];
  private int found;
  private int made;

  /** The string whose text is this part of some bytes. */
  JsonString string(byte[] utf8, int start, int end) {
    byte[][] known = texts;
    if (known == null || end - start > LONGEST) {
      return make(utf8, start, end);
    }
    int slot = slot(utf8, start, end);
    byte[] text = known[slot];
    if (text != null && Arrays.equals(text, 0, text.length, utf8, start, end)) {
      found++;
      return strings[slot];
    }
    if (++made > ENOUGH_TO_JUDGE + found) {
      texts = null;
    }
    known[slot] = Arrays.copyOfRange(utf8, start, end);
    strings[slot] = make(utf8, start, end);
    return strings[slot];
  }

  private static JsonString make(byte[] utf8, int start, int end) {
    return JsonString.of(new String(utf8, start, end - start, UTF_8));
  }

  private static int slot(byte[] utf8, int start, int end) {
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + utf8[i];
    }
    return (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
