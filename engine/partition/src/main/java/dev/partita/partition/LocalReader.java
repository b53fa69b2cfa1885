package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import dev.partita.storage.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of records in the store of this node: of its state at the moment of each, which must be
 * proved to be the newest then if that is asked for; or of a snapshot, of which that was proved
 * when it was taken. Safe for use by any number of threads.
 */
abstract class LocalReader implements RecordReader {

  final Segment segment;
  final Reader reader;
  private final @Nullable Snapshot snapshot;
  private final ReadOptions options;

  /**
   * @param snapshot the reader, if it is one; closed with this
   */
  LocalReader(Segment segment, Reader reader, @Nullable Snapshot snapshot, ReadOptions options) {
    this.segment = segment;
    this.reader = reader;
    this.snapshot = snapshot;
    this.options = options;
  }

  @Override
  public final @Nullable StoredRecord get(byte[] key) {
    return StoredRecord.read(value(Family.ITEMS, keys().within(key)));
  }

  @Override
  public final List<@Nullable StoredRecord> getAll(List<byte[]> keys) {
    options.deadline().require();
    List<byte[]> stored = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      stored.add(keys().within(key));
    }
    List<@Nullable StoredRecord> records = new ArrayList<>(keys.size());
    for (byte[] bytes : proved(() -> reader.getAll(Family.ITEMS, stored), _ -> {})) {
      records.add(StoredRecord.read(bytes));
    }
    return records;
  }

  @Override
  public final RecordCursor scan(KeyRange keys) {
    return cursor(() -> reader.scan(Family.ITEMS, keys().within(keys)));
  }

  @Override
  public final byte @Nullable [] index(byte[] suffix) {
    return value(Family.INDEX, keys().within(suffix));
  }

  @Override
  public final LogicalSize size(LogicalKey logical) {
    return LogicalSize.decode(value(Family.STATE, keys().logicalState(logical)));
  }

  @Override
  public final SizeCursor sizes(KeyRange positions) {
    Cursor cursor = opened(() -> reader.scan(Family.STATE, keys().logicalStates(positions)));
    return new SizeCursor() {
      @Override
      public boolean next() {
        return cursor.next();
      }

      @Override
      public LogicalKey key() {
        return keys().parseLogicalState(cursor.key());
      }

      @Override
      public LogicalSize size() {
        return LogicalSize.decode(cursor.value());
      }

      @Override
      public void close() {
        cursor.close();
      }
    };
  }

  public final void close() {
    if (snapshot != null) {
      snapshot.close();
    }
  }

  final KeySpace keys() {
    return segment.keys();
  }

  /** What partitions have stored of themselves; null if the partition has stored nothing. */
  final @Nullable PartitionState storedState(int partition) {
    byte[] stored = value(Family.STATE, keys().partitionState(partition));
    return stored == null ? null : PartitionState.decode(stored);
  }

  final LocalCursor cursor(Supplier<Cursor> opening) {
    return new LocalCursor(opened(opening), keys());
  }

  final Cursor opened(Supplier<Cursor> opening) {
    return opened(opening, Cursor::close);
  }

  /** Something to walk with over the state of the moment in which it was opened. */
  final <W> W opened(Supplier<W> opening, Consumer<W> closing) {
    options.deadline().require();
    return proved(opening, closing);
  }

  private byte @Nullable [] value(Family family, byte[] key) {
    options.deadline().require();
    byte[] read = reader.get(family, key);
    if (isProved()) {
      return read;
    }
    segment.awaitNewest(options);
    return reader.get(family, key);
  }

  /**
   * What was read, if it is certain by then that it was the newest state; or else what is read once
   * that is certain beforehand.
   */
  private <T> T proved(Supplier<T> reading, Consumer<T> closing) {
    T read = reading.get();
    boolean proved = false;
    try {
      proved = isProved();
    } finally {
      if (!proved) {
        closing.accept(read);
      }
    }
    if (proved) {
      return read;
    }
    segment.awaitNewest(options);
    return reading.get();
  }

  private boolean isProved() {
    return snapshot != null || segment.isProved(options.consistency());
  }
}
