package dev.partita.execution;

import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.json.JsonValue;
import java.util.List;

/**
 * Where a query stands between two pages. It is made of keys and values that outlive partitions.
 */
sealed interface Place {

  /** The order of groups, where others are named by {@link Ordering#id}. */
  long GROUPS = 1;

  /**
   * In the order of the items' keys.
   *
   * @param key of an item, or the end of a parcel
   * @param loops where the loops over the item stand; empty if it is done
   */
  record AtItem(byte[] key, int[] loops) implements Place {
    boolean isDone() {
      return loops.length == 0;
    }
  }

  /**
   * Behind a row, in the order of sort keys, then of the items' keys, then of the loops.
   *
   * @param key of the item, or whatever else {@link Ordering#tie} says
   * @param order which order that is: see {@link Ordering#id}
   */
  record BehindRow(long order, List<JsonValue> sortKeys, byte[] key, int[] loops) implements Place {
    public BehindRow {
      sortKeys = List.copyOf(sortKeys);
    }
  }

  /** Behind a group, in the order of sort keys, then of the digests of the keys. */
  record BehindGroup(List<JsonValue> sortKeys, Hash128 digest) implements Place {
    public BehindGroup {
      sortKeys = List.copyOf(sortKeys);
    }
  }

  /**
   * Behind the results given so far, whatever they were: where nothing better is to be had.
   *
   * @param order the one in which they were given: see {@link Ordering#id}
   */
  record BehindGiven(long order) implements Place {}

  /**
   * Among rows that were put into groups so far, none of which has been given: {@link
   * UnfinishedGroups} has them, and where they end.
   *
   * @param number tells them from those of others who ask the same
   */
  record Unfinished(long number) implements Place {}

  /** The same place in fewer words. */
  default Place shortened() {
    return switch (this) {
      case BehindRow row -> new BehindGiven(row.order);
      case BehindGroup _ -> new BehindGiven(GROUPS);
      case AtItem _ -> new BehindGiven(0);
      case BehindGiven _, Unfinished _ -> this;
    };
  }
}
