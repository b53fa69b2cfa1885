package dev.partita.peer;

import dev.partita.base.time.Deadline;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.peer.wire.Frame;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A request to another node, and its answer to come. Given up by cancelling it. All but what a
 * future has is confined to the loop of its lane.
 */
final class Call extends CompletableFuture<byte[]> implements OutgoingFrame {

  private static final int OVERHEAD_BYTES = 256;

  private final int service;
  private final byte[] body;
  private final Deadline deadline;
  private final Consumer<Call> onCancel;
  private long id;
  private boolean hasLeft;

  /**
   * @param onCancel called on any thread
   */
  Call(int service, byte[] body, Deadline deadline, Consumer<Call> onCancel) {
    this.service = service;
    this.body = body;
    this.deadline = deadline;
    this.onCancel = onCancel;
  }

  long id() {
    return id;
  }

  void numbered(long number) {
    id = number;
  }

  Deadline deadline() {
    return deadline;
  }

  /** What it counts for where bytes are bounded: even an empty request takes memory. */
  long weight() {
    return (long) body.length + OVERHEAD_BYTES;
  }

  /** Whether the other node may have it; if not, it certainly does not. */
  boolean hasLeft() {
    return hasLeft;
  }

  @Override
  public int bytes() {
    return Frame.Request.HEAD_BYTES + body.length;
  }

  @Override
  public byte[][] parts() {
    return new byte[][] {Frame.Request.head(id, service, millisLeft()), body};
  }

  private int millisLeft() {
    if (deadline == Deadline.NONE) {
      return Frame.NO_DEADLINE;
    }
    return Math.clamp(TimeUnit.NANOSECONDS.toMillis(deadline.nanosLeft()), 0, Integer.MAX_VALUE);
  }

  @Override
  public boolean isWanted() {
    return !isDone();
  }

  @Override
  public void leaving() {
    hasLeft = true;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    boolean cancelled = super.cancel(mayInterrupt);
    if (cancelled) {
      onCancel.accept(this);
    }
    return cancelled;
  }
}
