package dev.partita.mql.update;

import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.Comparator;
import java.util.TreeMap;

/**
 * The paths of an update as a tree: an operator at the end of each path. New fields are made in the
 * order of the tree: numbers by value, everything else by text.
 */
sealed interface UpdateNode {

  Comparator<String> ORDER =
      (first, second) -> {
        boolean numbers = isNumber(first) && isNumber(second);
        int byNumber = numbers ? compareNumbers(first, second) : 0;
        return byNumber != 0 ? byNumber : first.compareTo(second);
      };

  private static boolean isNumber(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static int compareNumbers(String first, String second) {
    String a = first.replaceFirst("^0+(?=.)", "");
    String b = second.replaceFirst("^0+(?=.)", "");
    return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
  }

  /** The end of a path. */
  record Leaf(FieldOperator operator) implements UpdateNode {}

  /** A part of paths that go on. */
  record Inner(TreeMap<String, UpdateNode> children) implements UpdateNode {
    Inner() {
      this(new TreeMap<>(ORDER));
    }

    /**
     * Whether the children are about elements of an array: all of them, or those that pass a
     * filter.
     */
    boolean isArrayUpdate() {
      return !children.isEmpty() && children.firstKey().startsWith("$[");
    }

    void add(String path, String[] parts, FieldOperator operator) {
      Inner at = this;
      StringBuilder walked = new StringBuilder();
      for (int i = 0; i < parts.length; i++) {
        boolean last = i == parts.length - 1;
        if (!at.children.isEmpty() && at.isArrayUpdate() != parts[i].startsWith("$[")) {
          throw conflict(path, walked.toString());
        }
        walked.append(i == 0 ? "" : ".").append(parts[i]);
        UpdateNode next = at.children.get(parts[i]);
        if (last) {
          if (next != null) {
            throw conflict(path, walked.toString());
          }
          at.children.put(parts[i], new Leaf(operator));
          return;
        }
        if (next == null) {
          Inner inner = new Inner();
          at.children.put(parts[i], inner);
          at = inner;
        } else if (next instanceof Inner inner) {
          at = inner;
        } else {
          throw conflict(path, walked.toString());
        }
      }
    }

    private static MqlException conflict(String path, String where) {
      return new MqlException(
          MqlCode.CONFLICTING_UPDATE_OPERATORS,
          "Updating the path '" + path + "' would create a conflict at '" + where + "'");
    }
  }

  /** Both trees as one, for an element that several paths mean. */
  static UpdateNode merge(UpdateNode first, UpdateNode second, String path) {
    if (first instanceof Inner(TreeMap<String, UpdateNode> some)
        && second instanceof Inner(TreeMap<String, UpdateNode> others)) {
      Inner merged = new Inner(new TreeMap<>(some));
      others.forEach(
          (name, child) ->
              merged.children.merge(
                  name, child, (one, other) -> merge(one, other, path + "." + name)));
      return merged;
    }
    throw new MqlException(
        MqlCode.CONFLICTING_UPDATE_OPERATORS, "Update created a conflict at '" + path + "'");
  }
}
