package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import org.jspecify.annotations.Nullable;

/** What values have come to so far. Not for use by several threads. */
public abstract class Accumulator {

  /** What one may hold, as with MongoDB. */
  private static final long BYTES_MAX = 100L << 20;

  private static final int EXCEEDED_MEMORY_LIMIT = 146;
  private static final int OVERHEAD_BYTES = 96;

  /** Makes the state before any value. */
  @FunctionalInterface
  public interface Maker {

    /**
     * @param count how many values are wanted; null where that is not a question
     */
    Accumulator make(@Nullable BsonValue count);
  }

  private long bytes = OVERHEAD_BYTES;

  /** Takes one value; null is a missing one. */
  public abstract void add(@Nullable BsonValue value);

  /** What the values have come to; null is missing. */
  public abstract @Nullable BsonValue result();

  /** All of it, for another one to go on from. */
  public abstract BsonValue partial();

  /** Takes what another one had come to, whose values come after those of this one. */
  public abstract void merge(BsonValue partial);

  /** About what it takes of memory. */
  public final long bytes() {
    return bytes;
  }

  /** Notes that it holds more, or less. */
  final void hold(String name, long more) {
    bytes += more;
    if (bytes > BYTES_MAX) {
      throw new MqlException(
          EXCEEDED_MEMORY_LIMIT,
          name
              + " used too much memory and cannot spill to disk. Used: "
              + bytes
              + " bytes. Memory limit: "
              + BYTES_MAX
              + " bytes");
    }
  }

  static BsonValue orNull(@Nullable BsonValue value) {
    return value == null ? BsonValue.NULL : value;
  }
}
