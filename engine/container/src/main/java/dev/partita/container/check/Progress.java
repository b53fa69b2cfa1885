package dev.partita.container.check;

/** Told from time to time how far a check is. */
@FunctionalInterface
public interface Progress {

  Progress NONE = (_, _) -> {};

  /** Both in bytes, and the total an estimate. */
  void at(long done, long total);
}
