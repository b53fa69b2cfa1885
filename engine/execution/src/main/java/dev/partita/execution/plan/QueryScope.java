package dev.partita.execution.plan;

import dev.partita.base.bytes.KeyRange;
import dev.partita.container.key.PartitionKey;
import java.util.List;

/** Which part of a container a query is asked of. */
public sealed interface QueryScope {

  QueryScope ALL = new Everything();

  record Everything() implements QueryScope {}

  /** One logical partition or, for a hierarchical key, all that begin with a prefix. */
  record Key(PartitionKey key) implements QueryScope {}

  /** Ranges of positions, in any order. They may meet and overlap. */
  record Positions(List<KeyRange> ranges) implements QueryScope {
    public Positions {
      ranges = List.copyOf(ranges);
    }
  }
}
