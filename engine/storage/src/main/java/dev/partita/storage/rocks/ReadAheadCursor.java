package dev.partita.storage;

/**
 * A cursor that reads some records ahead of where it stands. Closing it closes the cursor that it
 * was made of.
 */
final class RocksSweep extends RangeCursor {

  private final RocksCursor cursor;
  private final RocksAhead ahead;

  /** Where this stands among the records ahead; behind them if the cursor stands there too. */
  private int at;

  /**
   * @param cursor one whose values stay where they are until it is closed
   */
  RocksSweep(RocksCursor cursor) {
    this.cursor = cursor;
    this.ahead = cursor.ahead();
  }

  @Override
  boolean moveToFirst() {
    ahead.clear();
    return cursor.moveToFirst();
  }

  @Override
  boolean moveToLast() {
    ahead.clear();
    return cursor.moveToLast();
  }

  @Override
  boolean moveTo(byte[] key) {
    ahead.clear();
    return cursor.moveTo(key);
  }

  @Override
  boolean moveBackTo(byte[] key) {
    ahead.clear();
    return cursor.moveBackTo(key);
  }

  @Override
  boolean moveToNext() {
    if (at + 1 < ahead.count()) {
      cursor.requireOpen();
      at++;
      return true;
    }
    // With room left there was no key behind the last.
    boolean ended = isAhead() && !ahead.isFull();
    ahead.clear();
    at = 0;
    return !ended && cursor.readOn(ahead);
  }

  @Override
  boolean moveToPrevious() {
    if (isAhead()) {
      byte[] key = currentKey();
      ahead.clear();
      cursor.moveTo(key);
    }
    return cursor.moveToPrevious();
  }

  @Override
  byte[] currentKey() {
    if (!isAhead()) {
      return cursor.currentKey();
    }
    cursor.requireOpen();
    return ahead.key(at);
  }

  @Override
  byte[] currentValue() {
    if (!isAhead()) {
      return cursor.currentValue();
    }
    byte[] value = new byte[ahead.valueLength(at)];
    cursor.copyValue(ahead, at, value);
    return value;
  }

  @Override
  int currentValue(byte[] target) {
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
  void requireOpen() {
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
