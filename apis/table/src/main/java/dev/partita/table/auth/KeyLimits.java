package dev.partita.table.auth;

import org.jspecify.annotations.Nullable;

/**
 * The keys that a signature is for: from one pair of partition and row key to another, both
 * included; null where there is no limit.
 */
public record KeyLimits(
    @Nullable String firstPartition,
    @Nullable String firstRow,
    @Nullable String lastPartition,
    @Nullable String lastRow) {

  public static final KeyLimits NONE = new KeyLimits(null, null, null, null);

  public boolean holds(String partitionKey, String rowKey) {
    if (firstPartition != null) {
      int order = partitionKey.compareTo(firstPartition);
      if (order < 0 || (order == 0 && firstRow != null && rowKey.compareTo(firstRow) < 0)) {
        return false;
      }
    }
    if (lastPartition != null) {
      int order = partitionKey.compareTo(lastPartition);
      return order < 0 || (order == 0 && (lastRow == null || rowKey.compareTo(lastRow) <= 0));
    }
    return true;
  }
}
