package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexReader;
import org.jspecify.annotations.Nullable;

/** The keys of a fragment's records that candidates name, in order. Not for several threads. */
public final class FoundKeys implements AutoCloseable {

  private final KeyCursor keys;
  private final ScanFragment fragment;
  private final byte[] start;
  private boolean started;
  private byte[] key = Bytes.EMPTY;

  /**
   * @param after a key of a record behind which to begin; null for the fragment's beginning
   */
  public FoundKeys(
      Candidates candidates, IndexReader index, ScanFragment fragment, byte @Nullable [] after) {
    this.keys = candidates.open(index, fragment);
    this.fragment = fragment;
    this.start = after == null ? fragment.records().start() : Bytes.concat(after, new byte[1]);
  }

  /** To the next key; tells whether there is one. */
  public boolean next() {
    if (!advance()) {
      return false;
    }
    key = keys.key();
    return fragment.records().contains(key);
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
