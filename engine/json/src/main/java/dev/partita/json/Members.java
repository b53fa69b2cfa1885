package dev.partita.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mutable table of named values in insertion order: what an object is built from. A handful of
 * names is searched one by one; more get a hash index. Not for use by several threads while it
 * changes; whoever hands it to a {@link JsonObject} must not change it again.
 */
final class Members {

  /** Up to this size a scan over the names is quicker than an index and takes no memory. */
  private static final int SCAN_LIMIT = 12;

  private static final int ROOM = 4;

  private String[] names;
  private JsonValue[] values;
  private int size;
  // A HashMap, because it stays quick when somebody chooses names that all have the same hash.
  private @Nullable Map<String, Integer> index;

  Members(int capacity) {
    names = new String[capacity];
    values = new JsonValue[capacity];
  }

  /** With these members and room for a few more; the names are known to be different. */
  Members(String[] names, JsonValue[] values) {
    size = names.length;
    this.names = Arrays.copyOf(names, size + ROOM);
    this.values = Arrays.copyOf(values, size + ROOM);
    if (size > SCAN_LIMIT) {
      reindex();
    }
  }

  private Members(Members other) {
    names = Arrays.copyOf(other.names, other.size);
    values = Arrays.copyOf(other.values, other.size);
    size = other.size;
    index = other.index == null ? null : new HashMap<>(other.index);
  }

  Members copy() {
    return new Members(this);
  }

  int size() {
    return size;
  }

  String name(int position) {
    return names[position];
  }

  JsonValue value(int position) {
    return values[position];
  }

  /** The position of a name, or -1. */
  int position(String name) {
    if (index != null) {
      return index.getOrDefault(name, -1);
    }
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Appends a member unless the name is taken; says whether it did. */
  boolean add(String name, JsonValue value) {
    if (index == null ? position(name) >= 0 : index.putIfAbsent(name, size) != null) {
      return false;
    }
    append(name, value);
    return true;
  }

  /** Appends a member, or gives the one of this name another value. */
  void put(String name, JsonValue value) {
    if (!add(name, value)) {
      values[position(name)] = value;
    }
  }

  private void append(String name, JsonValue value) {
    if (size == names.length) {
      names = Arrays.copyOf(names, Math.max(4, size * 2));
      values = Arrays.copyOf(values, Math.max(4, size * 2));
    }
    names[size] = name;
    values[size] = value;
    size++;
    if (index == null && size > SCAN_LIMIT) {
      reindex();
    }
  }

  void remove(int position) {
    int behind = size - position - 1;
    System.arraycopy(names, position + 1, names, position, behind);
    System.arraycopy(values, position + 1, values, position, behind);
    size--;
    if (index != null) {
      reindex();
    }
  }

  private void reindex() {
    Map<String, Integer> fresh = HashMap.newHashMap(size * 2);
    for (int i = 0; i < size; i++) {
      fresh.put(names[i], i);
    }
    index = fresh;
  }
}
