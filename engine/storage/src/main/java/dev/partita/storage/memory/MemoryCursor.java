package dev.partita.storage.memory;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.RangeCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a {@link SortedTree}: the way from the root to an entry, as the nodes and the index
 * taken in each. The tree never changes, so the way stays valid.
 */
final class MemoryCursor extends RangeCursor {

  private final MemoryStore store;
  private final KeyRange range;
  private final TreeNode[] nodes;
  private final int[] indexes;
  private boolean closed;

  MemoryCursor(MemoryStore store, SortedTree tree, KeyRange range) {
    this.store = store;
    this.range = range;
    TreeNode root = range.isEmpty() ? null : tree.root();
    int depth = 0;
    for (TreeNode node = root; node != null; node = firstChild(node)) {
      depth++;
    }
    nodes = new TreeNode[depth];
    indexes = new int[depth];
    if (root != null) {
      nodes[0] = root;
    }
  }

  @Override
  protected boolean moveToFirst() {
    return moveTo(range.start());
  }

  @Override
  protected boolean moveToLast() {
    requireOpen();
    if (nodes.length == 0) {
      return false;
    }
    byte[] end = range.end();
    if (end == null) {
      indexes[0] = nodes[0].size() - 1;
      descend(0, true);
      return isInRange();
    }
    descendTo(end);
    return back() && isInRange();
  }

  @Override
  protected boolean moveTo(byte[] key) {
    requireOpen();
    if (nodes.length == 0) {
      return false;
    }
    descendTo(Bytes.ORDER.compare(key, range.start()) < 0 ? range.start() : key);
    boolean beyondLeaf = indexes[leaf()] == nodes[leaf()].size();
    return (!beyondLeaf || onward()) && isInRange();
  }

  @Override
  protected boolean moveBackTo(byte[] key) {
    byte[] end = range.end();
    if (end != null && Bytes.ORDER.compare(key, end) >= 0) {
      return moveToLast();
    }
    requireOpen();
    if (nodes.length == 0) {
      return false;
    }
    descendTo(key);
    boolean onKey =
        indexes[leaf()] < nodes[leaf()].size() && Bytes.ORDER.compare(entryKey(), key) == 0;
    return (onKey || back()) && isInRange();
  }

  @Override
  protected boolean moveToNext() {
    requireOpen();
    return onward() && isInRange();
  }

  @Override
  protected boolean moveToPrevious() {
    requireOpen();
    return back() && isInRange();
  }

  @Override
  protected byte[] currentKey() {
    return currentKey(0);
  }

  @Override
  protected byte[] currentKey(int offset) {
    requireOpen();
    byte[] key = entryKey();
    return Arrays.copyOfRange(key, offset, key.length);
  }

  @Override
  protected byte[] currentValue() {
    return entryValue().clone();
  }

  @Override
  protected int currentValue(byte[] target) {
    byte[] value = entryValue();
    System.arraycopy(value, 0, target, 0, Math.min(value.length, target.length));
    return value.length;
  }

  private byte[] entryValue() {
    requireOpen();
    return ((TreeNode.Leaf) nodes[leaf()]).values[indexes[leaf()]];
  }

  @Override
  protected void requireOpen() {
    store.requireOpen();
    if (closed) {
      throw new IllegalStateException("The cursor is closed.");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private int leaf() {
    return nodes.length - 1;
  }

  private byte[] entryKey() {
    return nodes[leaf()].keys[indexes[leaf()]];
  }

  private boolean isInRange() {
    return range.contains(entryKey());
  }

  /** To where the key is or would be inserted in its leaf, which may be just beyond its last. */
  private void descendTo(byte[] key) {
    for (int level = 0; level < leaf(); level++) {
      TreeNode.Branch branch = (TreeNode.Branch) nodes[level];
      indexes[level] = branch.childFor(key);
      nodes[level + 1] = branch.children[indexes[level]];
    }
    indexes[leaf()] = nodes[leaf()].firstAtOrAfter(key);
  }

  private boolean onward() {
    for (int level = leaf(); level >= 0; level--) {
      if (indexes[level] + 1 < nodes[level].size()) {
        indexes[level]++;
        descend(level, false);
        return true;
      }
    }
    return false;
  }

  private boolean back() {
    for (int level = leaf(); level >= 0; level--) {
      if (indexes[level] > 0) {
        indexes[level]--;
        descend(level, true);
        return true;
      }
    }
    return false;
  }

  /** From a level down along the outermost children. */
  private void descend(int fromLevel, boolean toLast) {
    for (int level = fromLevel; level < leaf(); level++) {
      nodes[level + 1] = ((TreeNode.Branch) nodes[level]).children[indexes[level]];
      indexes[level + 1] = toLast ? nodes[level + 1].size() - 1 : 0;
    }
  }

  private static @Nullable TreeNode firstChild(TreeNode node) {
    return switch (node) {
      case TreeNode.Branch branch -> branch.children[0];
      case TreeNode.Leaf _ -> null;
    };
  }
}
