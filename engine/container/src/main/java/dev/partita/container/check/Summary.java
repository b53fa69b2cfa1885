package dev.partita.container.check;

/** What a check saw and found. */
public record Summary(
    long containers,
    long partitions,
    long records,
    long logEntries,
    long indexEntries,
    long errors,
    long warnings) {

  public long findings() {
    return errors + warnings;
  }
}
