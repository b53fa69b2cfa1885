package dev.partita.storage.memory;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map from keys to values. Changing it gives another tree that shares all nodes
 * but those on the way to the change, so every tree ever seen stays as it is: that makes a snapshot
 * a reference. Safe for use by any number of threads.
 *
 * <p>A B+ tree: all leaves have the same depth. Arrays that go in are kept and must not change any
 * more; arrays that come out must not be changed.
 */
final class SortedTree {

  static final SortedTree EMPTY = new SortedTree(null);

  private final @Nullable TreeNode root;

  private SortedTree(@Nullable TreeNode root) {
    this.root = root;
  }

  @Nullable TreeNode root() {
    return root;
  }

  byte @Nullable [] get(byte[] key) {
    TreeNode node = root;
    while (node instanceof TreeNode.Branch branch) {
      node = branch.children[branch.childFor(key)];
    }
    if (!(node instanceof TreeNode.Leaf leaf)) {
      return null;
    }
    int index = leaf.firstAtOrAfter(key);
    return index < leaf.size() && Bytes.ORDER.compare(leaf.keys[index], key) == 0
        ? leaf.values[index]
        : null;
  }

  SortedTree with(byte[] key, byte[] value) {
    if (root == null) {
      return new SortedTree(TreeNode.Leaf.of(key, value));
    }
    TreeNode changed = root.with(key, value);
    return new SortedTree(
        changed.isOverfull()
            ? TreeNode.Branch.of(changed.firstHalf(), changed.secondHalf())
            : changed);
  }

  SortedTree without(byte[] key) {
    return without(new KeyRange(key, Bytes.concat(key, new byte[1])));
  }

  SortedTree without(KeyRange range) {
    if (root == null || range.isEmpty()) {
      return this;
    }
    TreeNode changed = root.without(range);
    while (changed instanceof TreeNode.Branch branch && branch.size() == 1) {
      changed = branch.children[0];
    }
    if (changed == root) {
      return this;
    }
    return changed == null ? EMPTY : new SortedTree(changed);
  }

  /** The length of all keys and values. */
  long bytes() {
    return root == null ? 0 : root.bytes;
  }

  /** The length of the keys and values in the range. */
  long bytes(KeyRange range) {
    if (root == null || range.isEmpty()) {
      return 0;
    }
    long upTo = range.end() == null ? root.bytes : root.bytesBefore(range.end());
    return upTo - root.bytesBefore(range.start());
  }
}
