package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What a partition has evaluated in its term and the store does not have yet, over what the store
 * has: the state that the next transaction is evaluated against. Used by the thread that evaluates,
 * one at a time; what groups have written is moved and released by any thread.
 *
 * <p>It has two parts. What is not proposed are layers, one for each of a few groups, which
 * look-ups pass from the newest to the oldest. What is proposed and not applied, in a replicated
 * group all that is under way for a round trip, is one map of the newest write to each slot. A
 * group that is applied by its proposal is released at once, so on one node there are layers only.
 *
 * <p>What must stay true: a write is in one of the parts from its evaluation until the store has
 * it, so no look-up misses it in between; look-ups ask the layers, the map and the store in this
 * order, in which writes move. When the term ends, all of it goes.
 */
final class Overlay {

  private final Reader store;
  private @Nullable Layer newest;
  private volatile ProposedWrites proposed = new ProposedWrites();

  /**
   * @param store what is evaluated against
   */
  Overlay(Reader store) {
    this.store = store;
  }

  /** What one group writes, on top of the groups before it. */
  static final class Layer {

    private final WriteSet items = new WriteSet(Family.ITEMS);
    private final WriteSet index = new WriteSet(Family.INDEX);
    private final WriteSet sizes = new WriteSet(Family.STATE);

    /** The layer below, unless that is released. */
    private @Nullable Layer below;

    private volatile boolean released;

    WriteSet items() {
      return items;
    }

    WriteSet index() {
      return index;
    }

    /** Of logical partitions. */
    WriteSet sizes() {
      return sizes;
    }

    private WriteSet in(Family family) {
      return switch (family) {
        case ITEMS -> items;
        case INDEX -> index;
        case STATE -> sizes;
        case META, LOG -> throw new IllegalArgumentException("Nothing reads it back: " + family);
      };
    }

    private void release() {
      released = true;
      below = null;
      items.release();
      index.release();
      sizes.release();
    }
  }

  /** Adds a layer on top of those there are. */
  Layer begin() {
    Layer layer = new Layer();
    layer.below = top();
    newest = layer;
    return layer;
  }

  /** Drops a layer that will not be proposed, and those on top of it. */
  void withdraw(Layer layer) {
    newest = layer.below;
  }

  /** Drops everything, since the term is over. What is still under way does not come back. */
  void clear() {
    newest = null;
    proposed = new ProposedWrites();
  }

  /** Lets go of the layer of a group that is applied, or has nothing to write. By any thread. */
  void release(Layer layer) {
    layer.release();
  }

  /**
   * Keeps the writes of a group that is proposed, and was the oldest layer, until it is applied. By
   * any thread.
   *
   * @return to be run by any thread once the group is applied
   */
  Runnable keepProposed(Layer layer) {
    ProposedWrites target = proposed;
    ProposedWrites.Group group = target.add(List.of(layer.items, layer.index, layer.sizes));
    layer.release();
    return () -> target.remove(group);
  }

  /** Whether the store has everything. */
  boolean isEmpty() {
    return top() == null && proposed.isEmpty();
  }

  /** The value as evaluated; null if there is none. */
  byte @Nullable [] get(Family family, Slot slot) {
    for (Layer layer = top(); layer != null; layer = layer.below) {
      byte[] value = layer.in(family).find(slot);
      if (value != null) {
        return WriteSet.isDeleted(value) ? null : value;
      }
    }
    byte[] value = proposed.find(family, slot);
    if (value != null) {
      return WriteSet.isDeleted(value) ? null : value;
    }
    return store.get(family, slot.key());
  }

  /**
   * A cursor over the keys of a range as evaluated, with what is written from now on. The caller
   * closes it.
   */
  EvaluatedCursor scan(Family family, KeyRange range) {
    List<NavigableMap<Slot, byte[]>> layers = new ArrayList<>(4);
    for (Layer layer = top(); layer != null; layer = layer.below) {
      layers.add(layer.in(family).ordered());
    }
    return new EvaluatedCursor(layers, proposed, store, family, range);
  }

  private @Nullable Layer top() {
    Layer top = newest;
    return top == null || top.released ? null : top;
  }
}
