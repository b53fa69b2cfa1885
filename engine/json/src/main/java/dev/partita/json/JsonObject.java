package dev.partita.json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An object: named values in the order in which they were put. Immutable. The order of members
 * matters to the reader of a document but not to equality, to the hash or to comparisons.
 */
public sealed class JsonObject implements JsonValue, Iterable<JsonObject.Member>
    permits UnreadObject {

  /** A name and what it stands for. */
  public record Member(String name, JsonValue value) {}

  public static final JsonObject EMPTY = new JsonObject(new Members(0));

  private final Members members;

  /** Takes the members over: the caller must not change them any more. */
  JsonObject(Members members) {
    this.members = members;
  }

  /** What the object is made of. */
  Members members() {
    return members;
  }

  /** An object with one member, or none if the value is undefined. */
  public static JsonObject of(String name, JsonValue value) {
    return builder().put(name, value).build();
  }

  public static Builder builder() {
    return new Builder(new Members(8));
  }

  /**
   * A builder that starts with these members, for objects that are made often and alike.
   *
   * @param names different ones
   * @param values as many, none of them undefined
   */
  public static Builder builder(String[] names, JsonValue... values) {
    if (names.length != values.length) {
      throw new IllegalArgumentException("There are not as many values as names.");
    }
    for (JsonValue value : values) {
      if (value.isUndefined()) {
        throw new IllegalArgumentException("Undefined is no member of an object.");
      }
    }
    return new Builder(new Members(names, values));
  }

  /** A builder that starts with the members of this object. */
  public Builder toBuilder() {
    return new Builder(members().copy());
  }

  public int size() {
    return members().size();
  }

  public boolean isEmpty() {
    return members().size() == 0;
  }

  public boolean has(String name) {
    return members().position(name) >= 0;
  }

  /** The value of a name, or undefined. */
  public JsonValue at(String name) {
    int position = members().position(name);
    return position < 0 ? JsonUndefined.UNDEFINED : members().value(position);
  }

  /**
   * An object that says the same about all names that are wanted, and maybe something about others:
   * for those who look at a few members of an object that may not have been read.
   */
  public JsonObject excerpt(JsonExcerpt wanted) {
    return this;
  }

  /** The name at a position in insertion order, for loops that must not allocate. */
  public String nameAt(int position) {
    return members().name(position);
  }

  /** The value at a position in insertion order. */
  public JsonValue valueAt(int position) {
    return members().value(position);
  }

  public List<String> names() {
    return IntStream.range(0, size()).mapToObj(members()::name).toList();
  }

  /** This object with one member put at the end or in place, or removed if it is undefined. */
  public JsonObject with(String name, JsonValue value) {
    return toBuilder().put(name, value).build();
  }

  public JsonObject without(String name) {
    return has(name) ? toBuilder().remove(name).build() : this;
  }

  @Override
  public Iterator<Member> iterator() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < members().size();
      }

      @Override
      public Member next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int position = next++;
        return new Member(members().name(position), members().value(position));
      }
    };
  }

  List<Member> sortedMembers() {
    List<Member> sorted = new ArrayList<>(size());
    forEach(sorted::add);
    sorted.sort(Comparator.comparing(Member::name, JsonString::compare));
    return sorted;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof JsonObject object) || object.size() != size()) {
      return false;
    }
    for (int i = 0; i < size(); i++) {
      JsonValue theirs = object.at(members().name(i));
      if (!members().value(i).equals(theirs)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < size(); i++) {
      hash += nameAt(i).hashCode() ^ (31 * valueAt(i).hashCode());
    }
    return hash;
  }

  @Override
  public String toString() {
    return JsonWriter.text(this);
  }

  /** Collects the members of an object. Not for use by several threads. */
  public static final class Builder {

    private Members members;

    /** Whether an object has the members as well, which then must not change any more. */
    private boolean shared;

    private Builder(Members members) {
      this.members = members;
    }

    /** Puts a value at the end, or in the place of the one that the name had. */
    public Builder put(String name, JsonValue value) {
      if (value.isUndefined()) {
        return remove(name);
      }
      own();
      members.put(name, value);
      return this;
    }

    public Builder put(String name, String value) {
      return put(name, JsonString.of(value));
    }

    public Builder put(String name, long value) {
      return put(name, JsonNumber.of(value));
    }

    public Builder put(String name, boolean value) {
      return put(name, JsonBoolean.of(value));
    }

    public Builder remove(String name) {
      int position = members.position(name);
      if (position >= 0) {
        own();
        members.remove(position);
      }
      return this;
    }

    private void own() {
      if (shared) {
        members = members.copy();
        shared = false;
      }
    }

    public JsonObject build() {
      shared = true;
      return new JsonObject(members);
    }
  }
}
