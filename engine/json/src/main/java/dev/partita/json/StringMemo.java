package dev.partita.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The strings that were met last at one place of many documents: where there are few different
 * ones, each is made once. Gives up where most are new. Not for use by several threads.
 */
final class StringMemo {

  private static final int SLOT_BITS = 10;
  private static final int SLOTS = 1 << SLOT_BITS;
  private static final int LONGEST = 32;

  /** Before as many were met, a table of them would cost more than it saves. */
  private static final int ENOUGH_TO_BEGIN = 64;

  private static final int ENOUGH_TO_JUDGE = 512;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** Null before it begins, and once it has given up. */
  private byte @Nullable [][] texts;

  private JsonString[] strings = {};
  private int found;
  private int made;

  /** The string whose text is this part of some bytes. */
  JsonString string(byte[] utf8, int start, int end) {
    if (end - start > LONGEST) {
      return make(utf8, start, end);
    }
    byte[][] known = texts;
    if (known == null) {
      if (++made == ENOUGH_TO_BEGIN) {
        texts = new byte[SLOTS][];
        strings = new JsonString[SLOTS];
      }
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
    int length = end - start;
    if (utf8.length - start < Long.BYTES) {
      return Arrays.hashCode(Arrays.copyOfRange(utf8, start, end)) & (SLOTS - 1);
    }
    // The first bytes and the last.
    long bytes = StringScan.eight(utf8, start);
    if (length < Long.BYTES) {
      bytes &= (1L << (Byte.SIZE * length)) - 1;
    } else {
      bytes = (bytes * MIX) ^ StringScan.eight(utf8, end - Long.BYTES);
    }
    return (int) ((bytes * MIX) >>> (Long.SIZE - SLOT_BITS));
  }
}
