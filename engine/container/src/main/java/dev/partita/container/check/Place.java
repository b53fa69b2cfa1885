package dev.partita.container.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where something was found, as far as that is known.
 *
 * @param container its name with that of its database, and its number
 * @param partition the number of a physical partition
 * @param key a partition key as JSON or, where it cannot be read, its bytes
 * @param id of a record
 */
public record Place(
    @Nullable String container,
    @Nullable Integer partition,
    @Nullable String key,
    @Nullable String id) {

  /** Nowhere in particular. */
  static final Place STORE = new Place(null, null, null, null);

  static Place container(String name) {
    return new Place(name, null, null, null);
  }

  Place partition(int number) {
    return new Place(container, number, key, id);
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (container != null) {
      parts.add("container " + container);
    }
    if (partition != null) {
      parts.add("partition " + partition);
    }
    if (key != null) {
      parts.add("key " + key);
    }
    if (id != null) {
      parts.add("id " + id);
    }
    return parts.isEmpty() ? "store" : String.join(", ", parts);
  }
}
