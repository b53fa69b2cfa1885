package dev.partita.base.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Small operations on byte arrays. Numbers are big-endian, so that they sort as bytes. */
public final class Bytes {

  public static final byte[] EMPTY = new byte[0];
  public static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long EVERY_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Bytes() {}

  public static int readInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  /** Written byte by byte, like longs: the JIT compiles this faster than a view of the array. */
  public static void writeInt(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) (value >>> 24);
    bytes[offset + 1] = (byte) (value >>> 16);
    bytes[offset + 2] = (byte) (value >>> 8);
    bytes[offset + 3] = (byte) value;
  }

  public static long readLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  public static void writeLong(byte[] bytes, int offset, long value) {
    bytes[offset] = (byte) (value >>> 56);
    bytes[offset + 1] = (byte) (value >>> 48);
    bytes[offset + 2] = (byte) (value >>> 40);
    bytes[offset + 3] = (byte) (value >>> 32);
    bytes[offset + 4] = (byte) (value >>> 24);
    bytes[offset + 5] = (byte) (value >>> 16);
    bytes[offset + 6] = (byte) (value >>> 8);
    bytes[offset + 7] = (byte) value;
  }

  public static byte[] concat(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  /**
   * Searches keys in ascending order, from one index to another.
   *
   * @return the index of the first key that is the given one or comes after it; the end if none is
   */
  public static int firstFrom(int from, int to, IntFunction<byte[]> keys, byte[] key) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ORDER.compare(keys.apply(middle), key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** Finds a byte from an offset on; the end of the range if it is not there. */
  public static int indexOf(byte[] bytes, int from, int end, byte wanted) {
    long pattern = EVERY_BYTE * (wanted & 0xFF);
    int i = from;
    // Two words per iteration take less time than two iterations.
    for (; i + 2 * Long.BYTES <= end; i += 2 * Long.BYTES) {
      long first = (long) EIGHT.get(bytes, i) ^ pattern;
      long second = (long) EIGHT.get(bytes, i + Long.BYTES) ^ pattern;
      if ((zeros(first) | zeros(second)) != 0) {
        break;
      }
    }
    while (i < end && bytes[i] != wanted) {
      i++;
    }
    return i;
  }

  /** Returns nonzero exactly if one of the eight bytes is zero. */
  private static long zeros(long eight) {
    return (eight - EVERY_BYTE) & ~eight & HIGH_BITS;
  }

  /** The smallest key that is greater than every key with this prefix; null if there is none. */
  public static byte @Nullable [] afterPrefix(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return null;
    }
    byte[] after = Arrays.copyOf(prefix, length);
    after[length - 1]++;
    return after;
  }

  public static String hex(byte[] bytes) {
    return HEX.formatHex(bytes);
  }

  /**
   * @throws IllegalArgumentException if the text is not an even number of hexadecimal digits
   */
  public static byte[] fromHex(String text) {
    return HEX.parseHex(text);
  }
}
