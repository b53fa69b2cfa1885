package dev.partita.json;

/** Decimal digits, eight at a time: the first in the lowest bits. Pure functions without state. */
final class Digits {

  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final long ZEROS = ONES * '0';

  /** What leads from nine to the last number without the highest bit, and no further. */
  private static final long BEYOND_NINE = ONES * (0x7F - 9);

  private static final long PAIRS = 0x000000FF000000FFL;

  private Digits() {}

  /** How many of eight characters are digits, from the first to one that is not. */
  static int count(long characters) {
    long values = characters ^ ZEROS;
    // Nothing is carried into a byte unless one below it is no digit.
    long others = ((values + BEYOND_NINE) | values) & HIGHS;
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** The number that the first of eight characters are, which are as many digits, at least one. */
  static long value(long characters, int count) {
    // As if zeros were written before it, so that there are eight.
    long values = (characters ^ ZEROS) << (Byte.SIZE * (Long.BYTES - count));
    long twos = values * 10 + (values >>> 8);
    return ((twos & PAIRS) * (100 + (1_000_000L << 32))
            + ((twos >>> 16) & PAIRS) * (1 + (10_000L << 32)))
        >>> 32;
  }
}
