package dev.partita.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Passes over the texts of JSON strings, eight bytes at a time. Pure functions without state. */
public final class StringScan {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FOUR = 4 * Long.BYTES;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long BLANKS = ONES * ' ';
  private static final long COMMAS = ONES * ',';
  private static final long BRACKETS = ONES * ']';

  private StringScan() {}

  /** Where the first quote or backslash is, from a place on; the end if there is none before it. */
  public static int special(byte[] utf8, int from, int end) {
    int i = from;
    // Four at once take less time than four in turn, of which each waits for the one before it.
    for (; i + FOUR <= end; i += FOUR) {
      long first = special(eight(utf8, i)) | special(eight(utf8, i + Long.BYTES));
      long second =
          special(eight(utf8, i + 2 * Long.BYTES)) | special(eight(utf8, i + 3 * Long.BYTES));
      if ((first | second) != 0) {
        break;
      }
    }
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      long found = special(eight(utf8, i));
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < end && utf8[i] != '"' && utf8[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * Where the first byte is that is no character of ASCII which stands for itself in a string, from
   * a place on: a quote, a backslash, a control character, or part of a character beyond ASCII; the
   * end if there is none before it.
   */
  public static int notPlain(byte[] utf8, int from, int end) {
    int i = from;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      long bytes = eight(utf8, i);
      long found = special(bytes) | notPrinted(bytes);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < end && utf8[i] >= ' ' && utf8[i] != '"' && utf8[i] != '\\') {
      i++;
    }
    return i;
  }

  /**
   * What is behind the quote that ends a string of fewer than sixteen bytes, none of which needs a
   * closer look; -1 for others. There must be as many bytes.
   */
  static int behindShort(byte[] utf8, int from) {
    int at = from;
    long found = special(eight(utf8, at));
    if (found == 0) {
      at += Long.BYTES;
      found = special(eight(utf8, at));
    }
    int i = at + (Long.numberOfTrailingZeros(found) >>> 3);
    return found != 0 && utf8[i] == '"' ? i + 1 : -1;
  }

  /**
   * Where a number or a word of fewer than eight bytes ends, at a comma or a closing bracket or
   * brace; -1 for others. There must be as many bytes.
   */
  static int behindWord(byte[] utf8, int from) {
    long bytes = eight(utf8, from);
    // Brackets and braces differ in the bit in which small letters differ from capital ones.
    long found = zeros(bytes ^ COMMAS) | zeros((bytes & ~BLANKS) ^ BRACKETS);
    return found == 0 ? -1 : from + (Long.numberOfTrailingZeros(found) >>> 3);
  }

  private static long special(long bytes) {
    return zeros(bytes ^ QUOTES) | zeros(bytes ^ BACKSLASHES);
  }

  /**
   * The high bit of each byte below a blank or beyond ASCII, and maybe of some above the lowest.
   */
  private static long notPrinted(long bytes) {
    return ((bytes - BLANKS) | bytes) & HIGHS;
  }

  /** Eight bytes as a number, the first in its lowest bits. */
  static long eight(byte[] utf8, int from) {
    return (long) LONGS.get(utf8, from);
  }

  /** The high bit of each byte that is zero, and maybe of bytes above the lowest such one. */
  private static long zeros(long bytes) {
    return (bytes - ONES) & ~bytes & HIGHS;
  }
}
