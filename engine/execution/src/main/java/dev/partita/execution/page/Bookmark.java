package dev.partita.execution.page;

import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.json.JsonValue;
import java.util.List;

/**
 * The position of a query between two pages. It consists of keys and values, which outlive
 * partitions.
 */
public sealed interface Bookmark {

  /** The order of groups, where others are named by {@code Ordering#id}. */
  long GROUPS = 1;

  /**
   * In the order of the items' keys.
   *
   * @param key of an item, or the end of a fragment
   * @param loops where the loops over the item stand; empty if it is done
   */
  record AtItem(byte[] key, int[] loops) implements Bookmark {
    public boolean isDone() {
      return loops.length == 0;
    }
  }

  /**
   * After a row, in the order of sort keys, then of the items' keys, then of the loops.
   *
   * @param key of the item, or whatever else {@code Ordering#tie} says
   * @param order which order that is: see {@code Ordering#id}
   */
  record AfterRow(long order, List<JsonValue> sortKeys, byte[] key, int[] loops)
      implements Bookmark {
    public AfterRow {
      sortKeys = List.copyOf(sortKeys);
    }
  }

  /** After a group, in the order of sort keys, then of the digests of the keys. */
  record AfterGroup(List<JsonValue> sortKeys, Hash128 digest) implements Bookmark {
    public AfterGroup {
      sortKeys = List.copyOf(sortKeys);
    }
  }

  /**
   * After as many results as were returned so far, where the token has no room for a key.
   *
   * @param order the one in which they were given: see {@code Ordering#id}
   */
  record AfterResults(long order) implements Bookmark {}

  /**
   * Among the rows of groups none of which was returned: {@code PartialGroups} has the groups and
   * the position.
   *
   * @param number distinguishes them from those of the same query of another client
   */
  record Unfinished(long number) implements Bookmark {}

  /** The same position in a shorter form. */
  default Bookmark shortened() {
    return switch (this) {
      case AfterRow row -> new AfterResults(row.order);
      case AfterGroup _ -> new AfterResults(GROUPS);
      case AtItem _ -> new AfterResults(0);
      case AfterResults _, Unfinished _ -> this;
    };
  }
}
