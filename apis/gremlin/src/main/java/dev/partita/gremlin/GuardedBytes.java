package dev.partita.gremlin;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.Arrays;

/**
 * A binary request that cannot have its reader reserve more memory than it has bytes itself. The
 * reader trusts the lengths of texts and lists and makes room before it reads; a few bytes of
 * anyone who can connect would else take any amount. Used by one thread.
 */
final class GuardedBytes extends UnpooledHeapByteBuf {

  /** Numbers of dates and the like, which are no lengths, are below. */
  private static final int HARMLESS = 1 << 20;

  // How GraphBinary announces a number: its type, and that it is not null.
  private static final byte INT = 1;
  private static final byte VALUE = 0;

  private byte last;
  private byte lastButOne;
  private int lastAt = -1;
  private int lastButOneAt = -1;

  GuardedBytes(byte[] message, int offset) {
    super(
        UnpooledByteBufAllocator.DEFAULT,
        Arrays.copyOfRange(message, offset, message.length),
        message.length - offset);
  }

  @Override
  public byte readByte() {
    lastButOne = last;
    lastButOneAt = lastAt;
    lastAt = readerIndex();
    last = super.readByte();
    return last;
  }

  @Override
  public int readInt() {
    int at = readerIndex();
    int value = super.readInt();
    boolean isNumber =
        lastAt == at - 1 && last == VALUE && lastButOneAt == at - 2 && lastButOne == INT;
    if (!isNumber && value > Math.max(readableBytes(), HARMLESS)) {
      throw new IndexOutOfBoundsException("A length of " + value + " is beyond the message.");
    }
    return value;
  }
}
