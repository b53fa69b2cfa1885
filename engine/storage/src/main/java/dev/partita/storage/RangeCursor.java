package dev.partita.storage;

import java.util.Arrays;

/**
 * The part of a cursor that keeps track of its position, for stores to build theirs on. The moving
 * methods that subclasses provide return whether there is a key where they have moved to. Not for
 * use by several threads.
 */
public abstract class RangeCursor implements Cursor {

  private enum Position {
    FRESH,
    BEFORE_FIRST,
    ON_KEY,
    AFTER_LAST
  }

  private Position position = Position.FRESH;

  protected abstract boolean moveToFirst();

  protected abstract boolean moveToLast();

  protected abstract boolean moveTo(byte[] key);

  protected abstract boolean moveBackTo(byte[] key);

  /** Called only on a key. */
  protected abstract boolean moveToNext();

  /** Called only on a key. */
  protected abstract boolean moveToPrevious();

  /**
   * Copies the current key and those after it, until there is no room or no key. Called only on a
   * key, and with room for it.
   *
   * @param offset how many bytes of each key are left out
   * @return how many keys were copied
   */
  protected int collect(byte[][] keys, int offset) {
    int count = 0;
    do {
      keys[count++] = currentKey(offset);
    } while (count < keys.length && moveToNext());
    return count;
  }

  /** Called only on a key. */
  protected abstract byte[] currentKey();

  /** The same without its beginning. */
  protected byte[] currentKey(int offset) {
    byte[] key = currentKey();
    return Arrays.copyOfRange(key, offset, key.length);
  }

  /** Called only on a key. */
  protected abstract byte[] currentValue();

  /** Called only on a key. */
  protected abstract int currentValue(byte[] target);

  /** Throws if the cursor or its store is closed. */
  protected abstract void requireOpen();

  @Override
  public final boolean first() {
    return settle(moveToFirst(), Position.AFTER_LAST);
  }

  @Override
  public final boolean last() {
    return settle(moveToLast(), Position.BEFORE_FIRST);
  }

  @Override
  public final boolean seek(byte[] key) {
    return settle(moveTo(key), Position.AFTER_LAST);
  }

  @Override
  public final boolean seekBack(byte[] key) {
    return settle(moveBackTo(key), Position.BEFORE_FIRST);
  }

  @Override
  public final boolean next() {
    return switch (position) {
      case FRESH, BEFORE_FIRST -> first();
      case ON_KEY -> settle(moveToNext(), Position.AFTER_LAST);
      case AFTER_LAST -> stay();
    };
  }

  @Override
  public final boolean previous() {
    return switch (position) {
      case FRESH, AFTER_LAST -> last();
      case ON_KEY -> settle(moveToPrevious(), Position.BEFORE_FIRST);
      case BEFORE_FIRST -> stay();
    };
  }

  @Override
  public final int nextKeys(byte[][] keys, int offset) {
    return keys.length == 0 || !next() ? 0 : collected(keys, offset);
  }

  @Override
  public final int keysFrom(byte[] start, byte[][] keys, int offset) {
    return keys.length == 0 || !seek(start) ? 0 : collected(keys, offset);
  }

  private int collected(byte[][] keys, int offset) {
    int count = collect(keys, offset);
    settle(count == keys.length, Position.AFTER_LAST);
    return count;
  }

  @Override
  public final byte[] key() {
    requireOnKey();
    return currentKey();
  }

  @Override
  public final byte[] key(int offset) {
    requireOnKey();
    return currentKey(offset);
  }

  @Override
  public final byte[] value() {
    requireOnKey();
    return currentValue();
  }

  @Override
  public final int value(byte[] target) {
    requireOnKey();
    return currentValue(target);
  }

  private boolean settle(boolean onKey, Position otherwise) {
    position = onKey ? Position.ON_KEY : otherwise;
    return onKey;
  }

  private boolean stay() {
    requireOpen();
    return false;
  }

  private void requireOnKey() {
    if (position != Position.ON_KEY) {
      throw new IllegalStateException("The cursor is not on a key.");
    }
  }
}
