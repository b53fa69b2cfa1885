package dev.partita.bson;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers and strings as they lie in BSON. */
final class LittleEndian {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  static int int32(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  static long int64(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  static void putInt32(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  static void putInt64(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /** Offset of the zero byte that ends a string without a length. */
  static int cstringEnd(byte[] bytes, int offset) {
    int end = offset;
    while (bytes[end] != 0) {
      end++;
    }
    return end;
  }
}
