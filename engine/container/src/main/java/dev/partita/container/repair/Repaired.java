package dev.partita.container.repair;

/**
 * What a repair did.
 *
 * @param records how many records there are, all of which stay as they were
 * @param logEntriesAdded how many entries of change logs were made for records without one
 * @param logEntriesDropped how many were dropped that do not fit the records
 * @param indexEntries how many index entries were written, after all had been dropped
 */
public record Repaired(
    long records, long logEntriesAdded, long logEntriesDropped, long indexEntries) {

  static final Repaired NOTHING = new Repaired(0, 0, 0, 0);

  Repaired plus(Repaired more) {
    return new Repaired(
        records + more.records,
        logEntriesAdded + more.logEntriesAdded,
        logEntriesDropped + more.logEntriesDropped,
        indexEntries + more.indexEntries);
  }
}
