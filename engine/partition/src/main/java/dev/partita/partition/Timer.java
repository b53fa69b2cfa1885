package dev.partita.partition;

/**
 * A timer that is set in a logical partition.
 *
 * @param ticks when it is due, in the unit of its kind since 1970
 * @param name what tells it apart from others of its kind and time
 * @param value what was given along when it was set
 */
public record Timer(TimerKind kind, long ticks, LogicalKey logical, byte[] name, byte[] value) {

  public long dueMillis() {
    return kind.dueMillis(ticks);
  }

  /** Under which it is stored, without the number of the key space. */
  public byte[] key() {
    return kind.key(logical, ticks, name);
  }
}
