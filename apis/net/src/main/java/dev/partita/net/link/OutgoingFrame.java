package dev.partita.net.link;

/** A frame to be sent. Its methods are called on the event loop of the link. */
public interface OutgoingFrame {

  /** What it consists of, without its length. The bytes must not change afterwards. */
  byte[][] parts();

  /** Whether it is to be sent at all; asked when its turn has come. */
  default boolean isWanted() {
    return true;
  }

  /** From now on the other side may get it. */
  default void leaving() {}

  /** A frame that nobody takes back. */
  static OutgoingFrame of(byte[]... parts) {
    return () -> parts;
  }

  /** How long it is. */
  default int bytes() {
    int sum = 0;
    for (byte[] part : parts()) {
      sum = Math.addExact(sum, part.length);
    }
    return sum;
  }
}
