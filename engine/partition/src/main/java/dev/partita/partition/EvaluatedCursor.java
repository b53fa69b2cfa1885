package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A position among the keys of a range as evaluated: those of the store with the writes that it
 * does not have yet. Used by the thread that evaluates.
 */
final class EvaluatedCursor implements AutoCloseable {

  private static final byte[] ZERO = {0};

  private final List<NavigableMap<Slot, byte[]>> layers;
  private final ProposedWrites proposed;
  private final Reader store;
  private final Family family;
  private final KeyRange range;

  /** The key that it stands on, or where the range starts while it is fresh. */
  private Slot position;

  private boolean isFresh = true;
  private byte[] value = Bytes.EMPTY;

  private Cursor stored;
  private byte @Nullable [] storedKey;

  /** Of the proposed writes, when the store was last asked. */
  private long removalsBefore;

  /**
   * @param layers from the newest to the oldest
   * @param proposed what is older than these
   * @param store what is older than that
   */
  EvaluatedCursor(
      List<NavigableMap<Slot, byte[]>> layers,
      ProposedWrites proposed,
      Reader store,
      Family family,
      KeyRange range) {
    this.layers = layers;
    this.proposed = proposed;
    this.store = store;
    this.family = family;
    this.range = range;
    this.position = new Slot(range.start());
    this.removalsBefore = proposed.removals();
    this.stored = store.scan(family, range);
    advanceStored();
  }

  /** To the next key; tells whether there is one. */
  boolean next() {
    while (true) {
      Map.Entry<Slot, byte[]> written = nextWritten();
      if (proposed.removals() != removalsBefore) {
        // What was removed there is in the store, but not in this view of it.
        reopen();
      } else if (written == null || isAfterStored(written.getKey())) {
        return nextStored();
      } else if (moveTo(written)) {
        return true;
      }
    }
  }

  /** The first write behind the position, the newest one to its slot; null if there is none. */
  private Map.@Nullable Entry<Slot, byte[]> nextWritten() {
    Map.Entry<Slot, byte[]> first = null;
    for (NavigableMap<Slot, byte[]> layer : layers) {
      first = earlier(first, isFresh ? layer.ceilingEntry(position) : layer.higherEntry(position));
    }
    return earlier(first, proposed.next(family, position, isFresh));
  }

  private Map.@Nullable Entry<Slot, byte[]> earlier(
      Map.@Nullable Entry<Slot, byte[]> newer, Map.@Nullable Entry<Slot, byte[]> older) {
    if (older == null || isBeyond(older.getKey())) {
      return newer;
    }
    return newer == null || ProposedWrites.ORDER.compare(older.getKey(), newer.getKey()) < 0
        ? older
        : newer;
  }

  private boolean isBeyond(Slot slot) {
    byte[] end = range.end();
    return end != null && Bytes.ORDER.compare(slot.key(), end) >= 0;
  }

  private boolean isAfterStored(Slot written) {
    return storedKey != null && Bytes.ORDER.compare(written.key(), storedKey) > 0;
  }

  /** Takes a write in place of what the store has for the key; tells whether it left something. */
  private boolean moveTo(Map.Entry<Slot, byte[]> written) {
    position = written.getKey();
    value = written.getValue();
    isFresh = false;
    if (storedKey != null && Arrays.equals(storedKey, position.key())) {
      advanceStored();
    }
    return !WriteSet.isDeleted(value);
  }

  private boolean nextStored() {
    byte[] key = storedKey;
    if (key == null) {
      return false;
    }
    position = new Slot(key);
    value = stored.value();
    isFresh = false;
    advanceStored();
    return true;
  }

  private void advanceStored() {
    storedKey = stored.next() ? stored.key() : null;
  }

  private void reopen() {
    stored.close();
    byte[] start = isFresh ? range.start() : Bytes.concat(position.key(), ZERO);
    removalsBefore = proposed.removals();
    stored = store.scan(family, new KeyRange(start, range.end()));
    advanceStored();
  }

  byte[] key() {
    return position.key();
  }

  byte[] value() {
    return value;
  }

  @Override
  public void close() {
    stored.close();
  }
}
