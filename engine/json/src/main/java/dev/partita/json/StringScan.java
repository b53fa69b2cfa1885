package dev.partita.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Passes over the texts of JSON strings, eight bytes at a time. Pure functions without state. */
public final class StringScan {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';

  private StringScan() {}

  /** Where the first quote or backslash is, from a place on; the end if there is none before it. */
  public static int special(byte[] utf8, int from, int end) {
    int i = from;
    for (; i + Long.BYTES <= end; i += Long.BYTES) {
      long bytes = eight(utf8, i);
      long found = zeros(bytes ^ QUOTES) | zeros(bytes ^ BACKSLASHES);
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < end && utf8[i] != '"' && utf8[i] != '\\') {
      i++;
    }
    return i;
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
