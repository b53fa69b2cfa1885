package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of a logical partition as a session sees them: those of its snapshot, and what
 * its own writes have made of them. The writer looks once more; this tells the session's owner at
 * once. Used by one thread.
 */
final class SessionUniqueKeys {

  private final UniqueIndex unique;
  private final LogicalKey logical;
  private final RecordReader snapshot;

  /** Who holds an entry by now: an id, or nobody. */
  private final Map<ByteBuffer, @Nullable String> changed = new HashMap<>();

  SessionUniqueKeys(UniqueIndex unique, LogicalKey logical, RecordReader snapshot) {
    this.unique = unique;
    this.logical = logical;
    this.snapshot = snapshot;
  }

  /**
   * Moves the entries of an item from the old version to the new one.
   *
   * @param isThere whether the item with an id is, and has not expired
   * @throws DatabaseException CONFLICT if another item has the values; nothing has moved then
   */
  void update(
      String id,
      @Nullable StoredItem before,
      @Nullable JsonObject after,
      Predicate<String> isThere) {
    if (unique.isEmpty()) {
      return;
    }
    List<byte[]> now = after == null ? List.of() : unique.entries(logical, after);
    for (int i = 0; i < now.size(); i++) {
      String holder = holder(now.get(i));
      if (holder != null && !holder.equals(id) && isThere.test(holder)) {
        throw unique.conflict(i, holder.getBytes(StandardCharsets.UTF_8));
      }
    }
    if (before != null) {
      for (byte[] old : unique.entries(logical, before.document())) {
        if (id.equals(holder(old))) {
          changed.put(ByteBuffer.wrap(old), null);
        }
      }
    }
    now.forEach(entry -> changed.put(ByteBuffer.wrap(entry), id));
  }

  private @Nullable String holder(byte[] entry) {
    ByteBuffer key = ByteBuffer.wrap(entry);
    if (changed.containsKey(key)) {
      return changed.get(key);
    }
    byte[] stored = snapshot.index(entry);
    return stored == null ? null : new String(stored, StandardCharsets.UTF_8);
  }
}
