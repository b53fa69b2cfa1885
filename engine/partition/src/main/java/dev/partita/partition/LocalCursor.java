package dev.partita.partition;

import dev.partita.storage.Cursor;
import java.util.Objects;

/** A walk over the store of this node, without what keys begin with. Not for several threads. */
final class LocalCursor implements RecordCursor, EntryCursor {

  private final Cursor cursor;
  private final KeySpace keys;

  LocalCursor(Cursor cursor, KeySpace keys) {
    this.cursor = cursor;
    this.keys = keys;
  }

  @Override
  public boolean next() {
    return cursor.next();
  }

  @Override
  public boolean previous() {
    return cursor.previous();
  }

  @Override
  public boolean last() {
    return cursor.last();
  }

  @Override
  public boolean seek(byte[] key) {
    return cursor.seek(keys.within(key));
  }

  @Override
  public boolean seekBack(byte[] key) {
    return cursor.seekBack(keys.within(key));
  }

  @Override
  public int nextKeys(byte[][] found, int offset) {
    return cursor.nextKeys(found, KeySpace.PREFIX_BYTES + offset);
  }

  @Override
  public int keysFrom(byte[] start, byte[][] found, int offset) {
    return cursor.keysFrom(keys.within(start), found, KeySpace.PREFIX_BYTES + offset);
  }

  @Override
  public byte[] key() {
    return cursor.key(KeySpace.PREFIX_BYTES);
  }

  @Override
  public StoredRecord record() {
    return Objects.requireNonNull(StoredRecord.read(cursor.value()));
  }

  @Override
  public int copy(byte[] target) {
    return cursor.value(target);
  }

  @Override
  public void close() {
    cursor.close();
  }
}
