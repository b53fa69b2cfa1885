package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;

/**
 * A kind of durable timers: entries of the index family in the order of their times, so that a
 * split moves none, replicas have them, and what is due is the beginning of a range. Immutable.
 *
 * @param letter what the keys of the kind begin with
 * @param tickMillis the unit of the times in keys
 */
public record TimerKind(int letter, long tickMillis) {

  private static final int HEAD_BYTES = 1 + Long.BYTES;

  public TimerKind {
    if (letter < 0 || letter > 0xFF || tickMillis < 1) {
      throw new IllegalArgumentException("No kind of timers: " + letter + ", " + tickMillis);
    }
  }

  /** When a timer is due, in milliseconds since 1970. */
  public long dueMillis(long ticks) {
    return Math.multiplyExact(ticks, tickMillis);
  }

  /** The key of a timer, without the number of the key space. */
  public byte[] key(LogicalKey logical, long ticks, byte[] name) {
    byte[] encoded = logical.encoded();
    return new KeyWriter(HEAD_BYTES + encoded.length + name.length)
        .u8(letter)
        .u64(ticks)
        .raw(encoded)
        .raw(name)
        .toBytes();
  }

  /** All timers of the kind, in the order of their times. */
  public KeyRange all() {
    return KeyRange.prefix(new KeyWriter(1).u8(letter).toBytes());
  }

  /** The timers that are due at a time. */
  public KeyRange dueAt(long millis) {
    return new KeyRange(
        all().start(),
        new KeyWriter(HEAD_BYTES).u8(letter).u64(Math.floorDiv(millis, tickMillis) + 1).toBytes());
  }

  /**
   * The timer that an entry is.
   *
   * @throws dev.partita.base.error.DatabaseException CORRUPT if it has not the form of one
   */
  public Timer parse(byte[] key, byte[] value) {
    KeyReader reader = new KeyReader(key);
    reader.u8();
    long ticks = reader.u64();
    return new Timer(this, ticks, LogicalKey.read(reader), reader.rest(), value);
  }
}
