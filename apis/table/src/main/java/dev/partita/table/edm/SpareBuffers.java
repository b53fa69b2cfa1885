package dev.partita.table.edm;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers for pages, which are used again: to have the memory for a large one cleared and taken
 * away each time would take longer than to fill it. Safe for use by any number of threads.
 */
public final class SpareBuffers {

  private static final int PLACES = 4;
  private static final int USUAL_BYTES = 16 << 10;

  /** Larger ones are not kept, lest a few pages hold much memory for ever. */
  private static final int KEPT_BYTES = 2 << 20;

  private final AtomicReferenceArray<@Nullable Utf8Buffer> spare =
      new AtomicReferenceArray<>(PLACES);

  /** An empty buffer, for the caller alone. */
  public Utf8Buffer take() {
    for (int i = 0; i < PLACES; i++) {
      Utf8Buffer buffer = spare.getAndSet(i, null);
      if (buffer != null) {
        buffer.truncate(0);
        return buffer;
      }
    }
    return new Utf8Buffer(USUAL_BYTES);
  }

  /** Gives a buffer back, which the caller does not use any more. */
  public void giveBack(Utf8Buffer buffer) {
    if (buffer.capacity() > KEPT_BYTES) {
      return;
    }
    for (int i = 0; i < PLACES; i++) {
      if (spare.compareAndSet(i, null, buffer)) {
        return;
      }
    }
  }
}
