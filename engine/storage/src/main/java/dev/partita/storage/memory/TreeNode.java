package dev.partita.storage.memory;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link SortedTree}; never empty and never changed once it is part of a tree.
 *
 * <p>A change may return a node with one entry too many: the node above splits it. And it may
 * return a small one: the node above joins it with a neighbour if both fit well into one. Nothing
 * but speed depends on how full nodes are.
 */
abstract sealed class TreeNode {

  static final int MAX_SIZE = 32;
  private static final int JOINED_SIZE = MAX_SIZE * 3 / 4;

  /** Sorted. In a branch, each is the first key below the child with the same index. */
  final byte[][] keys;

  /** The length of all keys and values below. */
  final long bytes;

  private TreeNode(byte[][] keys, long bytes) {
    this.keys = keys;
    this.bytes = bytes;
  }

  abstract TreeNode with(byte[] key, byte[] value);

  /** Null if nothing is left; this node itself if nothing was in the range. */
  abstract @Nullable TreeNode without(KeyRange range);

  /** The length of the keys and values below that sort before a key. */
  abstract long bytesBefore(byte[] key);

  abstract TreeNode part(int from, int to);

  abstract TreeNode join(TreeNode right);

  final int size() {
    return keys.length;
  }

  final boolean isOverfull() {
    return size() > MAX_SIZE;
  }

  final TreeNode firstHalf() {
    return part(0, size() / 2);
  }

  final TreeNode secondHalf() {
    return part(size() / 2, size());
  }

  /** The index of the first key that is equal to or greater than the given one; size if none is. */
  final int firstAtOrAfter(byte[] key) {
    return Bytes.firstFrom(0, keys.length, i -> keys[i], key);
  }

  /** Holds the values of its keys. */
  static final class Leaf extends TreeNode {

    final byte[][] values;

    private Leaf(byte[][] keys, byte[][] values) {
      super(keys, length(keys, keys.length) + length(values, values.length));
      this.values = values;
    }

    static Leaf of(byte[] key, byte[] value) {
      return new Leaf(new byte[][] {key}, new byte[][] {value});
    }

    @Override
    TreeNode with(byte[] key, byte[] value) {
      int index = firstAtOrAfter(key);
      boolean present = index < size() && Bytes.ORDER.compare(keys[index], key) == 0;
      int replaced = present ? 1 : 0;
      return new Leaf(
          splice(keys, index, index + replaced, key),
          splice(values, index, index + replaced, value));
    }

    @Override
    @Nullable TreeNode without(KeyRange range) {
      int from = firstAtOrAfter(range.start());
      byte[] end = range.end();
      int to = end == null ? size() : firstAtOrAfter(end);
      if (from >= to) {
        return this;
      }
      return to - from == size()
          ? null
          : new Leaf(splice(keys, from, to), splice(values, from, to));
    }

    @Override
    long bytesBefore(byte[] key) {
      int index = firstAtOrAfter(key);
      return length(keys, index) + length(values, index);
    }

    @Override
    TreeNode part(int from, int to) {
      return new Leaf(slice(keys, from, to), slice(values, from, to));
    }

    @Override
    TreeNode join(TreeNode right) {
      Leaf other = (Leaf) right;
      return new Leaf(
          splice(keys, size(), size(), other.keys), splice(values, size(), size(), other.values));
    }

    private static long length(byte[][] arrays, int count) {
      long length = 0;
      for (int i = 0; i < count; i++) {
        length += arrays[i].length;
      }
      return length;
    }

    private static byte[][] slice(byte[][] arrays, int from, int to) {
      byte[][] slice = new byte[to - from][];
      System.arraycopy(arrays, from, slice, 0, to - from);
      return slice;
    }

    /** The arrays with those from one index to another replaced by others. */
    private static byte[][] splice(byte[][] arrays, int from, int to, byte[]... others) {
      byte[][] result = new byte[arrays.length - (to - from) + others.length][];
      System.arraycopy(arrays, 0, result, 0, from);
      System.arraycopy(others, 0, result, from, others.length);
      System.arraycopy(arrays, to, result, from + others.length, arrays.length - to);
      return result;
    }
  }

  /** Leads to the leaves. All its children have the same depth. */
  static final class Branch extends TreeNode {

    final TreeNode[] children;

    private Branch(TreeNode[] children) {
      super(firstKeys(children), length(children, children.length));
      this.children = children;
    }

    static Branch of(TreeNode... children) {
      return new Branch(children);
    }

    /** The index of the only child that may hold the key. */
    int childFor(byte[] key) {
      int index = firstAtOrAfter(key);
      boolean startsWithKey = index < size() && Bytes.ORDER.compare(keys[index], key) == 0;
      return startsWithKey ? index : Math.max(0, index - 1);
    }

    @Override
    TreeNode with(byte[] key, byte[] value) {
      int index = childFor(key);
      TreeNode child = children[index].with(key, value);
      if (!child.isOverfull()) {
        TreeNode[] changed = children.clone();
        changed[index] = child;
        return new Branch(changed);
      }
      TreeNode[] changed = new TreeNode[children.length + 1];
      System.arraycopy(children, 0, changed, 0, index);
      changed[index] = child.firstHalf();
      changed[index + 1] = child.secondHalf();
      System.arraycopy(children, index + 1, changed, index + 2, children.length - index - 1);
      return new Branch(changed);
    }

    @Override
    @Nullable TreeNode without(KeyRange range) {
      int from = childFor(range.start());
      byte[] end = range.end();
      int to = (end == null ? size() : firstAtOrAfter(end)) - 1;
      if (to < from) {
        return this;
      }
      TreeNode first = children[from].without(range);
      TreeNode last = from == to ? null : children[to].without(range);
      boolean dropsWholeChildren = to - from > 1;
      boolean changesLast = from != to && last != children[to];
      if (first == children[from] && !changesLast && !dropsWholeChildren) {
        return this;
      }
      List<TreeNode> changed = new ArrayList<>(size());
      for (int i = 0; i < from; i++) {
        changed.add(children[i]);
      }
      addJoined(changed, first);
      addJoined(changed, last);
      for (int i = to + 1; i < size(); i++) {
        addJoined(changed, children[i]);
      }
      return changed.isEmpty() ? null : new Branch(changed.toArray(TreeNode[]::new));
    }

    private static void addJoined(List<TreeNode> nodes, @Nullable TreeNode node) {
      if (node == null) {
        return;
      }
      if (!nodes.isEmpty() && nodes.getLast().size() + node.size() <= JOINED_SIZE) {
        nodes.set(nodes.size() - 1, nodes.getLast().join(node));
      } else {
        nodes.add(node);
      }
    }

    @Override
    long bytesBefore(byte[] key) {
      int index = childFor(key);
      return length(children, index) + children[index].bytesBefore(key);
    }

    @Override
    TreeNode part(int from, int to) {
      TreeNode[] slice = new TreeNode[to - from];
      System.arraycopy(children, from, slice, 0, to - from);
      return new Branch(slice);
    }

    @Override
    TreeNode join(TreeNode right) {
      Branch other = (Branch) right;
      TreeNode[] joined = new TreeNode[size() + other.size()];
      System.arraycopy(children, 0, joined, 0, size());
      System.arraycopy(other.children, 0, joined, size(), other.size());
      return new Branch(joined);
    }

    private static byte[][] firstKeys(TreeNode[] nodes) {
      byte[][] keys = new byte[nodes.length][];
      for (int i = 0; i < nodes.length; i++) {
        keys[i] = nodes[i].keys[0];
      }
      return keys;
    }

    private static long length(TreeNode[] nodes, int count) {
      long length = 0;
      for (int i = 0; i < count; i++) {
        length += nodes[i].bytes;
      }
      return length;
    }
  }
}
