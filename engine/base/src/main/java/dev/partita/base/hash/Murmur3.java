package dev.partita.base.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * MurmurHash3 by Austin Appleby, in its x86 32-bit and x64 128-bit forms with seed 0. Stateless.
 * Clients compute the same hashes to find the partition of a key, so every bit counts.
 */
public final class Murmur3 {

  /** The two halves of a 128-bit hash, in the order in which the algorithm names them. */
  public record Hash128(long h1, long h2) {}

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int C1_32 = 0xcc9e2d51;
  private static final int C2_32 = 0x1b873593;
  private static final long C1_64 = 0x87c37b91114253d5L;
  private static final long C2_64 = 0x4cf5ad432745937fL;

  private Murmur3() {}

  public static int hash32(byte[] bytes) {
    return hash32(bytes, 0, bytes.length);
  }

  public static int hash32(byte[] bytes, int offset, int length) {
    return hash32(bytes, offset, length, 0);
  }

  public static Hash128 hash128(byte[] bytes) {
    return hash128(bytes, 0, bytes.length);
  }

  public static Hash128 hash128(byte[] bytes, int offset, int length) {
    return hash128(bytes, offset, length, 0);
  }

  static int hash32(byte[] bytes, int offset, int length, int seed) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int hash = seed;
    int tail = offset + (length & ~3);
    for (int i = offset; i < tail; i += Integer.BYTES) {
      hash = Integer.rotateLeft(hash ^ scramble32((int) INT.get(bytes, i)), 13) * 5 + 0xe6546b64;
    }
    int rest = 0;
    for (int i = offset + length - 1; i >= tail; i--) {
      rest = rest << 8 | (bytes[i] & 0xFF);
    }
    return finish32(hash ^ scramble32(rest) ^ length);
  }

  /** The seed is unsigned: it fills the lower half of both 64-bit states. */
  static Hash128 hash128(byte[] bytes, int offset, int length, int seed) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    long h1 = Integer.toUnsignedLong(seed);
    long h2 = h1;
    int tail = offset + (length & ~15);
    for (int i = offset; i < tail; i += 2 * Long.BYTES) {
      h1 ^= scrambleFirst((long) LONG.get(bytes, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= scrambleSecond((long) LONG.get(bytes, i + Long.BYTES));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    int end = offset + length;
    h1 ^= scrambleFirst(rest64(bytes, tail, Math.min(end, tail + Long.BYTES)));
    h2 ^= scrambleSecond(rest64(bytes, tail + Long.BYTES, end));
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    h2 += h1;
    h1 = finish64(h1);
    h2 = finish64(h2);
    h1 += h2;
    h2 += h1;
    return new Hash128(h1, h2);
  }

  private static int scramble32(int block) {
    return Integer.rotateLeft(block * C1_32, 15) * C2_32;
  }

  private static long scrambleFirst(long block) {
    return Long.rotateLeft(block * C1_64, 31) * C2_64;
  }

  private static long scrambleSecond(long block) {
    return Long.rotateLeft(block * C2_64, 33) * C1_64;
  }

  /** Up to eight bytes as a little-endian number; 0 if there are none, which scrambles to 0. */
  private static long rest64(byte[] bytes, int from, int to) {
    long rest = 0;
    for (int i = to - 1; i >= from; i--) {
      rest = rest << 8 | (bytes[i] & 0xFF);
    }
    return rest;
  }

  private static int finish32(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  private static long finish64(long hash) {
    long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
