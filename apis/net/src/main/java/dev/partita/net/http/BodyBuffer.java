package dev.partita.net.http;

import dev.partita.net.transport.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The body of a request as it arrives. Grows with what has arrived rather than with what was
 * announced, so that an announcement alone costs the server nothing. Confined to its connection's
 * event loop; whoever holds it gives its memory back with {@link #release}.
 */
public final class BodyBuffer {

  /** What became of an attempt to append. */
  public enum Outcome {
    TAKEN,
    BODY_TOO_LARGE,
    BUDGET_EXHAUSTED
  }

  private final int maxBytes;
  private final ByteBudget budget;
  private byte[] bytes = new byte[0];
  private int length;
  private long takenBytes;

  public BodyBuffer(int maxBytes, ByteBudget budget) {
    this.maxBytes = maxBytes;
    this.budget = budget;
  }

  public Outcome append(ByteBuf chunk) {
    int more = chunk.readableBytes();
    if (more > maxBytes - length) {
      return Outcome.BODY_TOO_LARGE;
    }
    if (length + more > bytes.length) {
      int capacity = capacityFor(length + more);
      if (!budget.tryTake(capacity - takenBytes)) {
        return Outcome.BUDGET_EXHAUSTED;
      }
      takenBytes = capacity;
      bytes = Arrays.copyOf(bytes, capacity);
    }
    chunk.readBytes(bytes, length, more);
    length += more;
    return Outcome.TAKEN;
  }

  private int capacityFor(int needed) {
    return (int) Math.max(needed, Math.min(2L * bytes.length, maxBytes));
  }

  public byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  public int length() {
    return length;
  }

  public void release() {
    budget.giveBack(takenBytes);
    takenBytes = 0;
    bytes = new byte[0];
    length = 0;
  }
}
