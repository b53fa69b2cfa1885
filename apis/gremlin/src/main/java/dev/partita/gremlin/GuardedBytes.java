package dev.partita.gremlin;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.Arrays;

/**
 * A binary request that cannot have its reader reserve more memory than it has bytes itself. The
 * reader trusts the lengths of texts and lists and makes room before it reads; a few bytes of
 * anyone who can connect would else take any amount.
 *
 * <p>Every byte of a text, and every element of a list, has bytes of its own in the message, so all
 * lengths together are no more than the message is long. Whole numbers that are no lengths are read
 * by {@link NumberReaders}. Used by one thread.
 */
final class GuardedBytes extends UnpooledHeapByteBuf {

  private int unclaimed;

  GuardedBytes(byte[] message, int offset) {
    super(
        UnpooledByteBufAllocator.DEFAULT,
        Arrays.copyOfRange(message, offset, message.length),
        message.length - offset);
    unclaimed = message.length - offset;
  }

  @Override
  public int readInt() {
    int length = super.readInt();
    if (length > unclaimed) {
      throw new IndexOutOfBoundsException("A length of " + length + " is beyond the message.");
    }
    unclaimed -= Math.max(0, length);
    return length;
  }

  @Override
  public float readFloat() {
    return Float.intBitsToFloat(super.readInt());
  }
}
