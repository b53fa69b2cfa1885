package dev.partita.replication;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a replication group in a store that other groups may use as well. With each entry
 * its index is written, so the two never disagree. Used as {@link StateMachine} says.
 */
public final class StoreStateMachine implements StateMachine {

  /** What the key of an applied index begins with in the family of facts about the store. */
  private static final int APPLIED = 'R';

  /** The same of the note that the group has a segment. */
  private static final int SEGMENT = 'S';

  private static final byte[] NOTED = new byte[0];

  private static final int PIECE_BYTES = 1 << 20;

  private final Store store;
  private final byte[] appliedKey;
  private final int group;
  private final Supplier<List<Integer>> segments;

  /** The segments that entries have written to, as the store has noted them. */
  private final Set<Integer> noted = new HashSet<>();

  private long appliedIndex;
  private long appliedTerm;

  /** As the store has them, of partitions that were asked for. */
  private final Map<PartitionId, Integer> fences = new HashMap<>();

  private record PartitionId(int segment, int partition) {}

  /**
   * @param group the number of the replication group
   * @param segments what keys of the group begin with that entries of its log may never have
   *     written to, such as those from before the store had a log
   */
  public StoreStateMachine(Store store, int group, Supplier<List<Integer>> segments) {
    this.store = store;
    this.appliedKey = new KeyWriter(5).u8(APPLIED).u32(group).toBytes();
    this.group = group;
    this.segments = segments;
    KeyRange notes = KeyRange.prefix(new KeyWriter(5).u8(SEGMENT).u32(group).toBytes());
    try (Cursor cursor = store.written().scan(Family.META, notes)) {
      while (cursor.next()) {
        noted.add(Bytes.readInt(cursor.key(), 5));
      }
    }
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
  public long durableIndex() {
    byte[] durable = store.durable(Family.META, appliedKey);
    return durable == null ? 0 : new KeyReader(durable).u64();
  }

  @Override
  public List<Proposable> apply(long index, long term, LogEntry entry) {
    if (index <= appliedIndex) {
      return List.of();
    }
    List<Proposable> valid = new ArrayList<>();
    List<Proposable> refused = new ArrayList<>(0);
    for (Proposable change : changes(entry)) {
      (change.term() == term && isWithinEpoch(change) ? valid : refused).add(change);
    }
    write(index, term, valid);
    valid.forEach(this::remember);
    return refused;
  }

  private static List<? extends Proposable> changes(LogEntry entry) {
    return switch (entry) {
      case Effects(List<Effect> effects) -> effects;
      case Fence fence -> List.of(fence);
      case SegmentDrop drop -> List.of(drop);
      case Barrier _ -> List.of();
    };
  }

  private boolean isWithinEpoch(Proposable change) {
    return switch (change) {
      case Effect effect -> effect.epoch() >= fence(effect.segment(), effect.partition());
      case Fence fence -> fence.epoch() >= fence(fence.segment(), fence.partition());
      case SegmentDrop _ -> true;
    };
  }

  private int fence(int segment, int partition) {
    return fences.computeIfAbsent(
        new PartitionId(segment, partition),
        id -> Fence.epoch(store.written(), id.segment(), id.partition()));
  }

  private void remember(Proposable applied) {
    switch (applied) {
      case Effect _ -> {}
      case Fence fence ->
          fences.put(new PartitionId(fence.segment(), fence.partition()), fence.epoch());
      case SegmentDrop drop -> fences.keySet().removeIf(id -> id.segment() == drop.segment());
    }
  }

  private void write(long index, long term, List<Proposable> changes) {
    byte[] applied = new KeyWriter(16).u64(index).u64(term).toBytes();
    List<Batch> batches = changes.stream().map(Proposable::batch).toList();
    long bytes = batches.stream().mapToLong(Batch::operationsBytes).sum();
    Batch written = new Batch(Math.toIntExact(bytes + Batch.putBytes(appliedKey, applied)));
    batches.forEach(written::append);
    changes.forEach(change -> note(change, written));
    store.write(written.put(Family.META, appliedKey, applied));
    appliedIndex = index;
    appliedTerm = term;
  }

  /** Has the store remember which segments there are, since a snapshot must lack none. */
  private void note(Proposable change, Batch batch) {
    int segment = change.segment();
    if (change instanceof SegmentDrop) {
      batch.delete(Family.META, noteKey(segment));
      noted.remove(segment);
    } else {
      note(segment, batch);
    }
  }

  private void note(int segment, Batch batch) {
    if (noted.add(segment)) {
      batch.put(Family.META, noteKey(segment), NOTED);
    }
  }

  private byte[] noteKey(int segment) {
    return new KeyWriter(9).u8(SEGMENT).u32(group).u32(segment).toBytes();
  }

  private Set<Integer> allSegments() {
    Set<Integer> all = new TreeSet<>(noted);
    all.addAll(segments.get());
    return all;
  }

  @Override
  public GroupSnapshot snapshot() {
    return new StoreGroupSnapshot(store.snapshot(), ranges(), appliedIndex, appliedTerm);
  }

  @Override
  public void install(GroupSnapshot snapshot) {
    clear();
    for (Batch piece = snapshot.next(); piece != null; piece = snapshot.next()) {
      Batch written = new Batch(piece.sizeBytes()).append(piece);
      forEachSegment(piece, segment -> note(segment, written));
      store.write(written);
    }
    write(snapshot.index(), snapshot.term(), List.of());
    fences.clear();
  }

  /** Removes all that the group has here: of a replica that is to begin anew, or is no more. */
  public void clear() {
    Batch empty = new Batch().delete(Family.META, appliedKey);
    for (int segment : allSegments()) {
      SegmentDrop.deleteAll(empty, segment);
      empty.delete(Family.META, noteKey(segment));
    }
    store.write(empty);
    noted.clear();
    fences.clear();
    appliedIndex = 0;
  }

  private static void forEachSegment(Batch puts, IntConsumer visitor) {
    puts.forEach(
        new Batch.Visitor() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            visitor.accept(Bytes.readInt(key, 0));
          }

          @Override
          public void delete(Family family, byte[] key) {
            throw new IllegalArgumentException("A snapshot is puts alone.");
          }

          @Override
          public void deleteRange(Family family, byte[] start, byte[] end) {
            throw new IllegalArgumentException("A snapshot is puts alone.");
          }
        });
  }

  private List<KeyRange> ranges() {
    return allSegments().stream().map(SegmentDrop::keys).toList();
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
          SegmentDrop.FAMILIES.stream()
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
