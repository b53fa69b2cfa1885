package dev.partita.index;

import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.hash.Murmur3;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An index over several paths at once: every item has exactly one entry, with undefined where it
 * has no value. Immutable.
 */
public record CompositeIndex(List<Column> columns) {

  /** A path and the direction in which the index has it. */
  public record Column(IndexPath path, boolean descending) {

    @Override
    public String toString() {
      return path + (descending ? " DESC" : " ASC");
    }
  }

  public CompositeIndex {
    columns = List.copyOf(columns);
  }

  /** What stands for the index in keys. */
  public long hash() {
    KeyWriter definition = new KeyWriter();
    for (Column column : columns) {
      definition.u64(column.path().hash()).u8(column.descending() ? '-' : '+');
    }
    return Murmur3.hash128(definition.toBytes()).h1();
  }

  boolean hasPath(IndexPath path) {
    return columns.stream().anyMatch(column -> column.path().equals(path));
  }

  @Override
  public String toString() {
    return columns.stream().map(Column::toString).collect(Collectors.joining(", "));
  }
}
