package dev.partita.replication;

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
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a replication group in a store that other groups may use as well. With each entry
 * its index is written, so the two never disagree. Used as {@link StateMachine} says.
 */
public final class StoreStateMachine implements StateMachine {

  /** What the key of an applied index begins with in the family of facts about the store. */
  private static final int APPLIED = 'R';

  private static final int PIECE_BYTES = 1 << 20;

  private final Store store;
  private final byte[] appliedKey;
  private final Supplier<List<Integer>> segments;
  private long appliedIndex;
  private long appliedTerm;

  /** As the store has them, of partitions that were asked for. */
  private final Map<PartitionId, Integer> fences = new HashMap<>();

  private record PartitionId(int segment, int partition) {}

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
    Batch noted = new Batch(Math.toIntExact(bytes + Batch.putBytes(appliedKey, applied)));
    batches.forEach(noted::append);
    store.write(noted.put(Family.META, appliedKey, applied));
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
    segments.get().forEach(segment -> SegmentDrop.deleteAll(empty, segment));
    store.write(empty);
    fences.clear();
    appliedIndex = 0;
    for (Batch piece = snapshot.next(); piece != null; piece = snapshot.next()) {
      store.write(piece);
    }
    write(snapshot.index(), snapshot.term(), List.of());
    fences.clear();
  }

  private List<KeyRange> ranges() {
    return segments.get().stream().map(SegmentDrop::keys).toList();
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
