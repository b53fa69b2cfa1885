package dev.partita.execution;

import dev.partita.base.bytes.Bytes;
import dev.partita.index.IndexReader;
import org.jspecify.annotations.Nullable;

/** The keys of a parcel's records that candidates name, in order. Not for several threads. */
final class FoundKeys implements AutoCloseable {

  private final KeyCursor keys;
  private final Parcel parcel;
  private final byte[] start;
  private boolean started;
  private byte[] key = Bytes.EMPTY;

  /**
   * @param after a key of a record behind which to begin; null for the parcel's beginning
   */
  FoundKeys(Candidates candidates, IndexReader index, Parcel parcel, byte @Nullable [] after) {
    this.keys = candidates.open(index, parcel);
    this.parcel = parcel;
    this.start = after == null ? parcel.records().start() : Bytes.concat(after, new byte[1]);
  }

  /** To the next key; tells whether there is one. */
  boolean next() {
    if (!advance()) {
      return false;
    }
    key = keys.key();
    return parcel.records().contains(key);
  }

  byte[] key() {
    return key;
  }

  private boolean advance() {
    if (started) {
      return keys.next();
    }
    started = true;
    return keys.seek(start);
  }

  @Override
  public void close() {
    keys.close();
  }
}
