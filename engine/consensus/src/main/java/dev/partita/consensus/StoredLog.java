package dev.partita.consensus;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.replication.group.Members;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The log of one group in the {@link LogStore}. Written by one thread of the engine at a time; read
 * by any number.
 */
final class StoredLog implements LogStorage {

  private static final int INDEX_OFFSET = Integer.BYTES;

  private final LogStore store;
  private final int group;
  private final MemberChange initial;

  /** The changes of members that the log has, by their index. */
  private final NavigableMap<Long, MemberChange> changes = new ConcurrentSkipListMap<>();

  private volatile long first = 1;
  private volatile long last;
  private volatile long appendedBytes;
  private volatile boolean stopping;

  /**
   * @param initial the members before any entry says otherwise
   */
  StoredLog(LogStore store, int group, Members initial) {
    this.store = store;
    this.group = group;
    this.initial = MemberChange.to(initial);
    load();
  }

  private void load() {
    byte[] stored = store.reader().get(Family.META, LogStore.note(LogStore.FIRST, group));
    if (stored != null) {
      first = Bytes.readLong(stored, 0);
    }
    last = first - 1;
    try (Cursor entries = store.reader().scan(Family.LOG, LogStore.entries(group))) {
      if (entries.last()) {
        last = Bytes.readLong(entries.key(), INDEX_OFFSET);
      }
    }
    try (Cursor members = store.reader().scan(Family.STATE, LogStore.entries(group))) {
      while (members.next()) {
        long index = Bytes.readLong(members.key(), INDEX_OFFSET);
        changes.put(index, StoredEntry.change(StoredEntry.decode(index, members.value())));
      }
    }
  }

  @Override
  public boolean init(LogStorageOptions options) {
    ConfigurationManager kept = options.getConfigurationManager();
    for (long index : changes.keySet()) {
      kept.add(StoredEntry.configuration(Objects.requireNonNull(getEntry(index))));
    }
    return true;
  }

  /** The members as the newest entry has them. */
  MemberChange members() {
    var newest = changes.lastEntry();
    return newest == null ? initial : newest.getValue();
  }

  /**
   * The members as of an entry.
   *
   * @param covered those as of where the log was cut
   */
  MemberChange membersAt(long index, @Nullable MemberChange covered) {
    var change = changes.floorEntry(index);
    if (change != null) {
      return change.getValue();
    }
    return covered == null ? initial : covered;
  }

  boolean isEmpty() {
    return last == 0;
  }

  /** Waits no more for room on the disk. */
  void stopWaiting() {
    stopping = true;
  }

  /** How many bytes of entries were appended since the start. */
  long appendedBytes() {
    return appendedBytes;
  }

  @Override
  public long getFirstLogIndex() {
    return first;
  }

  @Override
  public long getLastLogIndex() {
    return last;
  }

  @Override
  public @Nullable LogEntry getEntry(long index) {
    if (index < first || index > last) {
      return null;
    }
    byte[] stored = store.reader().get(Family.LOG, LogStore.entryKey(group, index));
    return stored == null ? null : StoredEntry.decode(index, stored);
  }

  @Override
  @Deprecated
  public long getTerm(long index) {
    LogEntry entry = getEntry(index);
    return entry == null ? 0 : entry.getId().getTerm();
  }

  @Override
  public boolean appendEntry(LogEntry entry) {
    return appendEntries(List.of(entry)) == 1;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public int appendEntries(List<LogEntry> entries) {
    Batch batch = new Batch();
    long bytes = 0;
    for (LogEntry entry : entries) {
      byte[] key = LogStore.entryKey(group, entry.getId().getIndex());
      byte[] stored = StoredEntry.encode(entry);
      bytes += stored.length;
      batch.put(Family.LOG, key, stored);
      if (StoredEntry.isMembers(entry)) {
        batch.put(Family.STATE, key, stored);
      }
    }
    if (!write(batch)) {
      return 0;
    }
    for (LogEntry entry : entries) {
      if (StoredEntry.isMembers(entry)) {
        changes.put(entry.getId().getIndex(), StoredEntry.change(entry));
      }
    }
    last = entries.getLast().getId().getIndex();
    appendedBytes += bytes;
    return entries.size();
  }

  @Override
  public boolean truncatePrefix(long firstKept) {
    if (!write(
        delete(new Batch(), 0, firstKept).put(Family.META, firstKey(), encoded(firstKept)))) {
      return false;
    }
    first = firstKept;
    last = Math.max(last, firstKept - 1);
    changes.headMap(firstKept).clear();
    return true;
  }

  @Override
  public boolean truncateSuffix(long lastKept) {
    if (!write(delete(new Batch(), lastKept + 1, Long.MAX_VALUE))) {
      return false;
    }
    last = lastKept;
    changes.tailMap(lastKept, false).clear();
    return true;
  }

  @Override
  public boolean reset(long next) {
    Batch batch = delete(new Batch(), 0, Long.MAX_VALUE);
    if (!write(batch.put(Family.META, firstKey(), encoded(next)))) {
      return false;
    }
    first = next;
    last = next - 1;
    changes.clear();
    return true;
  }

  private Batch delete(Batch batch, long from, long until) {
    byte[] start = LogStore.entryKey(group, from);
    byte[] end = LogStore.entryKey(group, until);
    return batch.deleteRange(Family.LOG, start, end).deleteRange(Family.STATE, start, end);
  }

  private byte[] firstKey() {
    return LogStore.note(LogStore.FIRST, group);
  }

  private static byte[] encoded(long number) {
    return new KeyWriter(Long.BYTES).u64(number).toBytes();
  }

  private boolean write(Batch batch) {
    try {
      store.write(batch, () -> stopping);
      return true;
    } catch (DatabaseException e) {
      // The store has told the node, which is silent from now on.
      return false;
    }
  }

  @Override
  public void shutdown() {}
}
