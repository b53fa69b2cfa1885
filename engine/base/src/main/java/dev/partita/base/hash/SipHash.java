package dev.partita.base.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 of Aumasson and Bernstein: a hash under a secret of 128 bits. Who does not know the
 * secret can tell neither what was hashed nor what else has the same hash. Immutable.
 */
public final class SipHash {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int ROUNDS_PER_WORD = 2;
  private static final int ROUNDS_AT_END = 4;

  private final long k0;
  private final long k1;

  public SipHash(long k0, long k1) {
    this.k0 = k0;
    this.k1 = k1;
  }

  public long hash(byte[] bytes) {
    State state = new State(k0, k1);
    int whole = bytes.length & ~7;
    for (int i = 0; i < whole; i += Long.BYTES) {
      state.take((long) LONG.get(bytes, i));
    }
    long last = (long) bytes.length << 56;
    for (int i = bytes.length - 1; i >= whole; i--) {
      last |= (bytes[i] & 0xFFL) << ((i - whole) * 8);
    }
    state.take(last);
    return state.finish();
  }

  /** Four words that are mixed; of one call. */
  private static final class State {
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    State(long k0, long k1) {
      v0 = k0 ^ 0x736f6d6570736575L;
      v1 = k1 ^ 0x646f72616e646f6dL;
      v2 = k0 ^ 0x6c7967656e657261L;
      v3 = k1 ^ 0x7465646279746573L;
    }

    void take(long word) {
      v3 ^= word;
      rounds(ROUNDS_PER_WORD);
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xFF;
      rounds(ROUNDS_AT_END);
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void rounds(int count) {
      for (int i = 0; i < count; i++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
    }
  }
}
