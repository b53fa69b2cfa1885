package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dotted path: names of fields, of which those that are numbers also mean indexes of arrays.
 * Immutable; safe for use by any number of threads.
 */
public final class BsonPath {

  /** What a path leads to. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes one value.
     *
     * @param value the value, or null where the path leads to nothing
     * @param index index in the first array on the way, for positional updates; -1 if there is none
     * @return whether to go on
     */
    boolean visit(@Nullable BsonValue value, int index);
  }

  private final String text;
  private final String[] names;
  private final byte[][] encoded;
  private final int[] indexes;

  private BsonPath(String text, String[] names) {
    this.text = text;
    this.names = names;
    encoded = new byte[names.length][];
    indexes = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      encoded[i] = names[i].getBytes(UTF_8);
      indexes[i] = index(names[i]);
    }
  }

  /** Splits at dots. Parts may be empty; whether that is allowed is for the caller to say. */
  public static BsonPath of(String text) {
    return new BsonPath(text, text.split("\\.", -1));
  }

  /** The index that a name means in an array: digits without leading zeros; -1 if it is none. */
  public static int index(String name) {
    int digits = name.length();
    if (digits == 0 || digits > 10 || (digits > 1 && name.charAt(0) == '0')) {
      return -1;
    }
    long index = 0;
    for (int i = 0; i < digits; i++) {
      char digit = name.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      index = index * 10 + digit - '0';
    }
    return index > Integer.MAX_VALUE ? -1 : (int) index;
  }

  public int size() {
    return names.length;
  }

  public String name(int part) {
    return names[part];
  }

  /** The index that a part means in an array, or -1. */
  public int indexAt(int part) {
    return indexes[part];
  }

  /** The path from a part on. */
  public BsonPath from(int part) {
    List<String> rest = new ArrayList<>();
    for (int i = part; i < names.length; i++) {
      rest.add(names[i]);
    }
    return new BsonPath(String.join(".", rest), rest.toArray(String[]::new));
  }

  /** Whether this path is the other one, or begins with it. */
  public boolean startsWith(BsonPath other) {
    if (names.length < other.names.length) {
      return false;
    }
    for (int i = 0; i < other.names.length; i++) {
      if (!names[i].equals(other.names[i])) {
        return false;
      }
    }
    return true;
  }

  /** The value at the path through documents and indexes of arrays alone; null if there is none. */
  public @Nullable BsonValue resolve(BsonDocument document) {
    BsonValue value = document.get(encoded[0]);
    for (int i = 1; i < names.length && value != null; i++) {
      value =
          switch (value.type()) {
            case DOCUMENT -> value.asDocument().get(encoded[i]);
            case ARRAY -> indexes[i] < 0 ? null : value.asArray().get(indexes[i]);
            default -> null;
          };
    }
    return value;
  }

  /**
   * Visits what a query's path means: arrays on the way are searched in all their documents and at
   * the index that the path names. An array at the end is visited after each of its elements.
   *
   * @return false if the visitor ended the walk
   */
  public boolean visit(BsonDocument document, Visitor visitor) {
    return visit(document, 0, true, -1, visitor);
  }

  /** Like {@link #visit}, but an array at the end is visited as a whole only. */
  public boolean visitWhole(BsonDocument document, Visitor visitor) {
    return visit(document, 0, false, -1, visitor);
  }

  private boolean visit(
      BsonDocument document, int part, boolean elements, int index, Visitor visitor) {
    BsonDocument at = document;
    for (int i = part; ; i++) {
      BsonValue value = at.get(encoded[i]);
      boolean last = i == names.length - 1;
      if (value == null) {
        return visitor.visit(null, index);
      }
      if (value.isArray()) {
        return last
            ? end(value, elements, index, visitor)
            : inArray(value, i + 1, elements, index, visitor);
      }
      if (last) {
        return visitor.visit(value, index);
      }
      if (!value.isDocument()) {
        return visitor.visit(null, index);
      }
      at = value.asDocument();
    }
  }

  private static boolean end(BsonValue array, boolean elements, int index, Visitor visitor) {
    if (elements) {
      BsonCursor cursor = array.cursor();
      for (int i = 0; cursor.next(); i++) {
        if (!visitor.visit(cursor.value(), index < 0 ? i : index)) {
          return false;
        }
      }
    }
    return visitor.visit(array, index);
  }

  /** Searches an array for what the path means from a part on, which comes after the array. */
  private boolean inArray(BsonValue array, int part, boolean elements, int outer, Visitor visitor) {
    boolean last = part == names.length - 1;
    BsonCursor cursor = array.cursor();
    for (int i = 0; cursor.next(); i++) {
      int index = outer < 0 ? i : outer;
      BsonValue element = cursor.value();
      if (element.isDocument() && !visit(element.asDocument(), part, elements, index, visitor)) {
        return false;
      }
      if (i == indexes[part]) {
        boolean more =
            last
                ? visitor.visit(element, index)
                : afterIndex(element, part + 1, elements, index, visitor);
        if (!more) {
          return false;
        }
      }
    }
    return true;
  }

  /** Goes on behind an index: into a document, or into an array like the one before. */
  private boolean afterIndex(
      BsonValue element, int part, boolean elements, int index, Visitor visitor) {
    return switch (element.type()) {
      case DOCUMENT -> visit(element.asDocument(), part, elements, index, visitor);
      case ARRAY -> inArray(element, part, elements, index, visitor);
      default -> true;
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BsonPath that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
