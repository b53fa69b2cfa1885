package dev.partita.index;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonValue;
import dev.partita.partition.EntryCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the entries of a scan. Items that the scan leaves out are jumped over, not walked
 * over. Not for use by several threads.
 */
public final class IndexCursor implements AutoCloseable {

  private final IndexScan scan;
  private final EntryCursor cursor;
  private final TermReader[] terms;
  private final byte @Nullable [] after;
  private boolean started;
  private boolean ended;
  private byte[] key = Bytes.EMPTY;
  private int termsEnd;
  private long entries;
  private long seeks;
  private long maxSeeks = Long.MAX_VALUE;
  private boolean gaveUp;

  IndexCursor(SegmentReader segment, IndexScan scan, byte @Nullable [] after) {
    this.scan = scan;
    this.after = after;
    this.terms = new TermReader[scan.descending().length];
    Arrays.setAll(terms, _ -> new TermReader());
    this.cursor = segment.entries(scan.keys());
  }

  /**
   * Ends the walk before it finds its place more often than this: where few of the items are wanted
   * there may be any number of terms to jump over.
   */
  public void giveUpAfter(long most) {
    maxSeeks = most;
  }

  /** Whether the walk ended for that reason and not because there are no more entries. */
  public boolean gaveUp() {
    return gaveUp;
  }

  /** To the next entry; tells whether there is one. */
  public boolean next() {
    if (ended) {
      return false;
    }
    if (started) {
      return settle(step());
    }
    started = true;
    return settle(start());
  }

  /**
   * The items of the next entries of a scan of one term: where all keys begin alike, nothing but
   * their ends has to be looked at. The cursor stands on none of the entries afterwards.
   *
   * @param itemKeys where the keys go that {@link #itemKey} would have given
   * @return how many there were; fewer than there is room for only if there are no more
   */
  public int nextItems(byte[][] itemKeys) {
    int offset = itemsOffset();
    if (!started) {
      started = true;
      seeks++;
    }
    return took(ended ? 0 : cursor.nextKeys(itemKeys, offset), itemKeys);
  }

  /**
   * The same from the first item on that is the given one or comes after it.
   *
   * @param itemKey no less than any that was given before
   */
  public int itemsFrom(byte[] itemKey, byte[][] itemKeys) {
    int offset = itemsOffset();
    started = true;
    seeks++;
    byte[] from = Arrays.copyOf(scan.keys().start(), offset + itemKey.length);
    System.arraycopy(itemKey, 0, from, offset, itemKey.length);
    return took(ended ? 0 : cursor.keysFrom(from, itemKeys, offset), itemKeys);
  }

  private int took(int count, byte[][] room) {
    entries += count;
    ended = count < room.length;
    return count;
  }

  /** Where the items of the only term begin in the keys of the entries. */
  private int itemsOffset() {
    if (!scan.isOneTerm() || scan.isBackwards() || after != null) {
      throw new IllegalStateException("Only the items of one term, all of them, are so alike.");
    }
    return scan.keys().start().length - scan.items().start().length;
  }

  /** Past all entries with the terms of this one; tells whether there are others. */
  public boolean nextTerm() {
    return settle(leaveTerm());
  }

  /**
   * Onward to the first entry whose item is the given one or comes after it; for scans of one term,
   * whose items are in order. Does not move if it stands there already.
   *
   * @param itemKey what {@link #itemKey} of some cursor gave
   */
  public boolean seek(byte[] itemKey) {
    if (!scan.isOneTerm() || scan.isBackwards()) {
      throw new IllegalStateException("The items of this scan are not in ascending order.");
    }
    if (started && (ended || Bytes.ORDER.compare(itemKey(), itemKey) >= 0)) {
      return !ended;
    }
    started = true;
    seeks++;
    return settle(cursor.seek(Bytes.concat(scan.beginning(), itemKey)));
  }

  /** The name of the item that the entry leads to. */
  public RecordKey item() {
    return EntryKeys.parseItem(key, termsEnd);
  }

  /** The key of the item's record: entries with equal terms are in their order. */
  public byte[] itemKey() {
    return Arrays.copyOfRange(key, termsEnd, key.length);
  }

  /** The terms of the entry as bytes: equal for equal values, and in their order. */
  public byte[] terms() {
    return Arrays.copyOfRange(key, EntryKeys.TERMS_OFFSET, termsEnd);
  }

  /** Whether the entry has the terms that {@link #terms} gave for another. */
  public boolean hasTerms(byte[] others) {
    return Arrays.equals(key, EntryKeys.TERMS_OFFSET, termsEnd, others, 0, others.length);
  }

  /**
   * How far the terms put the entry in order: all of them if they are exact. Entries with equal
   * ranks are neighbours, and have to be put in order by their items' values.
   */
  public byte[] rank() {
    for (TermReader term : terms) {
      if (!term.isExact()) {
        return Arrays.copyOfRange(key, EntryKeys.TERMS_OFFSET, term.orderedEnd());
      }
    }
    return terms();
  }

  /** Whether the entry says all of the value. */
  public boolean isExact() {
    return isExact(0);
  }

  /** Whether the entry of a composite index says all of the value in a column. */
  public boolean isExact(int column) {
    return terms[column].isExact();
  }

  /** The value, equal to the one in the item; only if it is exact. */
  public JsonValue value() {
    return value(0);
  }

  /** The value in a column of a composite index; only if it is exact. */
  public JsonValue value(int column) {
    return terms[column].value();
  }

  /** The type of the value, exact or not. */
  public TermType type(int column) {
    return TermType.ofMark(terms[column].mark());
  }

  /** Where the cursor stands, to go on from there later. */
  public byte[] place() {
    return Arrays.copyOfRange(key, EntryKeys.TERMS_OFFSET, key.length);
  }

  /** How many entries it has stood on so far. */
  public long entries() {
    return entries;
  }

  /** How many times it had to find its place, the start included. */
  public long seeks() {
    return seeks;
  }

  @Override
  public void close() {
    cursor.close();
  }

  private boolean start() {
    seeks++;
    if (after == null) {
      return step();
    }
    byte[] from = Bytes.concat(scan.head(), after);
    if (!scan.isBackwards()) {
      // The smallest key behind a key is the key with a zero added.
      return cursor.seek(Bytes.concat(from, new byte[1]));
    }
    return cursor.seekBack(from) && (!Arrays.equals(cursor.key(), from) || cursor.previous());
  }

  private boolean step() {
    return scan.isBackwards() ? cursor.previous() : cursor.next();
  }

  private boolean leaveTerm() {
    seeks++;
    byte[] current = Arrays.copyOf(key, termsEnd);
    if (scan.isBackwards()) {
      return cursor.seekBack(current);
    }
    byte[] behind = Bytes.afterPrefix(current);
    return behind != null && cursor.seek(behind);
  }

  /** On to the first entry, from here, whose item is wanted. */
  private boolean settle(boolean onKey) {
    boolean found = onKey;
    while (found) {
      read();
      int side = side();
      if (side == 0) {
        entries++;
        return true;
      }
      if (seeks >= maxSeeks) {
        gaveUp = true;
        break;
      }
      found = (side < 0) == scan.isBackwards() ? leaveTerm() : enterItems();
    }
    ended = true;
    return false;
  }

  private void read() {
    key = cursor.key();
    int offset = EntryKeys.TERMS_OFFSET + scan.cellBytes();
    for (int i = 0; i < terms.length; i++) {
      offset = terms[i].at(key, offset, scan.descending()[i]);
    }
    termsEnd = offset;
  }

  /** Whether the item lies before those that are wanted (-1), after them (1) or among them (0). */
  private int side() {
    byte[] from = scan.items().start();
    if (from.length > 0 && compareItem(from) < 0) {
      return -1;
    }
    byte[] end = scan.items().end();
    return end != null && compareItem(end) >= 0 ? 1 : 0;
  }

  private int compareItem(byte[] bound) {
    return Arrays.compareUnsigned(key, termsEnd, key.length, bound, 0, bound.length);
  }

  /** To where the wanted items of this term begin. */
  private boolean enterItems() {
    seeks++;
    byte[] current = Arrays.copyOf(key, termsEnd);
    if (!scan.isBackwards()) {
      return cursor.seek(Bytes.concat(current, scan.items().start()));
    }
    byte[] end = scan.items().end();
    byte[] bound = Bytes.concat(current, end == null ? Bytes.EMPTY : end);
    return cursor.seekBack(bound) && (!Arrays.equals(cursor.key(), bound) || cursor.previous());
  }
}
