package dev.partita.replication;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a replication group in a store that other groups may use as well. With each effect
 * the index of its entry is written, so the two never disagree. Used as {@link StateMachine} says.
 */
public final class StoreStateMachine implements StateMachine {

  /** The families that a group has data in. */
  private static final List<Family> FAMILIES =
      List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX);

  /** What the key of an applied index begins with in the family of facts about the store. */
  private static final int APPLIED = 'R';

  private static final int PIECE_BYTES = 1 << 20;

  private final Store store;
  private final byte[] appliedKey;
  private final Supplier<List<Integer>> segments;
  private long appliedIndex;
  private long appliedTerm;

  /**
   * @param group the number of the replication group
   * @param segments what the keys of the group begin with, as of now
   */
  public StoreStateMachine(Store store, int group, Supplier<List<Integer>> segments) {
    this.store = store;
    this.appliedKey = new KeyWriter(5).u8(APPLIED).u32(group).toBytes();
    this.segments = segments;
    byte[] applied = store.written().get(Family.META, appliedKey);
    if (applied != null) {
      KeyReader reader = new KeyReader(applied);
      appliedIndex = reader.u64();
      appliedTerm = reader.u64();
    }
  }

  @Override
  public long appliedIndex() {
    return appliedIndex;
  }

  @Override
  public boolean apply(long index, long term, Effect effect) {
    if (index <= appliedIndex) {
      return true;
    }
    boolean valid = effect.term() == term;
    write(index, term, valid ? effect.batch() : new Batch());
    return valid;
  }

  @Override
  public void pass(long index, long term) {
    if (index > appliedIndex) {
      write(index, term, new Batch());
    }
  }

  private void write(long index, long term, Batch batch) {
    byte[] applied = new KeyWriter(16).u64(index).u64(term).toBytes();
    Batch noted =
        new Batch(Math.toIntExact(batch.operationsBytes() + Batch.putBytes(appliedKey, applied)));
    store.write(noted.append(batch).put(Family.META, appliedKey, applied));
    appliedIndex = index;
    appliedTerm = term;
  }

  @Override
  public GroupSnapshot snapshot() {
    return new StoreGroupSnapshot(store.snapshot(), ranges(), appliedIndex, appliedTerm);
  }

  @Override
  public void install(GroupSnapshot snapshot) {
    Batch empty = new Batch().delete(Family.META, appliedKey);
    for (KeyRange range : ranges()) {
      for (Family family : FAMILIES) {
        empty.deleteRange(family, range.start(), Objects.requireNonNull(range.end()));
      }
    }
    store.write(empty);
    appliedIndex = 0;
    for (Batch piece = snapshot.next(); piece != null; piece = snapshot.next()) {
      store.write(piece);
    }
    write(snapshot.index(), snapshot.term(), new Batch());
  }

  private List<KeyRange> ranges() {
    return segments.get().stream()
        .map(segment -> KeyRange.prefix(new KeyWriter(4).u32(segment).toBytes()))
        .toList();
  }

  /** A snapshot of the store, family by family and segment by segment. */
  private static final class StoreGroupSnapshot implements GroupSnapshot {

    /** A part of the state that is one range of keys. */
    private record Part(Family family, KeyRange range) {}

    private final Snapshot snapshot;
    private final Iterator<Part> parts;
    private final long index;
    private final long term;
    private Family family = Family.META;
    private @Nullable Cursor cursor;

    StoreGroupSnapshot(Snapshot snapshot, List<KeyRange> ranges, long index, long term) {
      this.snapshot = snapshot;
      this.index = index;
      this.term = term;
      this.parts =
          FAMILIES.stream()
              .flatMap(each -> ranges.stream().map(range -> new Part(each, range)))
              .iterator();
    }

    @Override
    public long index() {
      return index;
    }

    @Override
    public long term() {
      return term;
    }

    @Override
    public @Nullable Batch next() {
      Batch piece = new Batch();
      while (piece.sizeBytes() < PIECE_BYTES) {
        Cursor current = cursor;
        if (current == null) {
          if (!parts.hasNext()) {
            break;
          }
          Part part = parts.next();
          family = part.family();
          cursor = snapshot.scan(family, part.range());
        } else if (current.next()) {
          piece.put(family, current.key(), current.value());
        } else {
          current.close();
          cursor = null;
        }
      }
      return piece.isEmpty() ? null : piece;
    }

    @Override
    public void close() {
      if (cursor != null) {
        cursor.close();
        cursor = null;
      }
      snapshot.close();
    }
  }
}
