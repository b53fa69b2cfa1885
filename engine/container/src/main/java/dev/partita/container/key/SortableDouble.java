package dev.partita.container.key;

/**
 * Doubles as unsigned 64-bit numbers in the same order. There are two mappings, which differ for
 * negative numbers: the one that clients use in effective keys sends both zeros to the same place,
 * and the one of stored keys keeps them apart.
 */
final class SortableDouble {

  private static final long SIGN = Long.MIN_VALUE;

  private SortableDouble() {}

  /** For stored keys: every double has its own number, and negative zero is below zero. */
  static long encode(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits >= 0 ? bits ^ SIGN : ~bits;
  }

  static double decode(long encoded) {
    return Double.longBitsToDouble(encoded < 0 ? encoded ^ SIGN : ~encoded);
  }

  /** For effective keys: negative numbers are negated as integers. */
  static long encodeForClients(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits >= 0 ? bits ^ SIGN : -bits;
  }

  static double decodeForClients(long encoded) {
    return Double.longBitsToDouble(encoded < 0 ? encoded ^ SIGN : -encoded);
  }
}
