package dev.partita.gremlin;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.Arrays;

/**
 * Buffer of a binary request that keeps its reader from reserving more memory than the request has
 * bytes. The reader trusts the lengths of strings and lists and allocates before it reads; a few
 * bytes of an anonymous client could otherwise allocate any amount.
 *
 * <p>Every byte of a string, and every element of a list, has bytes of its own in the message, so
 * all lengths together are at most the length of the message. Integers that are not lengths are
 * read by {@link NumberReaders}. Used by one thread.
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
