package dev.partita.storage.rocks;

import dev.partita.storage.RangeCursor;
import dev.partita.storage.rocks.ffi.ReadAheadBuffer;

/**
 * A cursor that reads records ahead in batches. Closing it closes the cursor under it. Not for use
 * by several threads.
 */
final class ReadAheadCursor extends RangeCursor {

  private final RocksCursor cursor;
  private final ReadAheadBuffer ahead;

  /**
   * The position among the records ahead; equal to their number if the cursor itself is current.
   */
  private int at;

  /**
   * @param cursor one that pins its values until it is closed
   */
  ReadAheadCursor(RocksCursor cursor) {
    this.cursor = cursor;
    this.ahead = cursor.ahead();
  }

  @Override
  protected boolean moveToFirst() {
    ahead.clear();
    return cursor.moveToFirst();
  }

  @Override
  protected boolean moveToLast() {
    ahead.clear();
    return cursor.moveToLast();
  }

  @Override
  protected boolean moveTo(byte[] key) {
    ahead.clear();
    return cursor.moveTo(key);
  }

  @Override
  protected boolean moveBackTo(byte[] key) {
    ahead.clear();
    return cursor.moveBackTo(key);
  }

  @Override
  protected boolean moveToNext() {
    if (at + 1 < ahead.count()) {
      cursor.requireOpen();
      at++;
      return true;
    }
    // If there was room left, the last record in the buffer is the last of the range.
    boolean ended = isAhead() && !ahead.isFull();
    ahead.clear();
    at = 0;
    return !ended && cursor.readAhead(ahead);
  }

  @Override
  protected boolean moveToPrevious() {
    if (isAhead()) {
      byte[] key = currentKey();
      ahead.clear();
      cursor.moveTo(key);
    }
    return cursor.moveToPrevious();
  }

  @Override
  protected byte[] currentKey() {
    if (!isAhead()) {
      return cursor.currentKey();
    }
    cursor.requireOpen();
    return ahead.key(at);
  }

  @Override
  protected byte[] currentKey(int offset) {
    return isAhead() ? super.currentKey(offset) : cursor.currentKey(offset);
  }

  @Override
  protected byte[] currentValue() {
    if (!isAhead()) {
      return cursor.currentValue();
    }
    byte[] value = new byte[ahead.valueLength(at)];
    cursor.copyValue(ahead, at, value);
    return value;
  }

  @Override
  protected int currentValue(byte[] target) {
    if (!isAhead()) {
      return cursor.currentValue(target);
    }
    cursor.requireOpen();
    if (!ahead.hasBeginning(at, target)) {
      cursor.copyValue(ahead, at, target);
    }
    return ahead.valueLength(at);
  }

  @Override
  protected void requireOpen() {
    cursor.requireOpen();
  }

  @Override
  public void close() {
    cursor.close();
  }

  private boolean isAhead() {
    return at < ahead.count();
  }
}
