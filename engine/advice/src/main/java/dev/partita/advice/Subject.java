package dev.partita.advice;

import dev.partita.container.key.PartitionKeyDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The container that advice is about, as it is.
 *
 * @param name for people
 * @param present its partition key; null if documents do not have it, or there is no container yet
 * @param ranged whether its partition keys, which documents do not have, lie in their order
 * @param documents how many it has, and bytes how much they take; 0 to count those that come
 * @param partitions how many physical partitions it has
 * @param throughput what is provisioned, in request units per second; 0 for no limit
 * @param boundaries where its physical partitions begin, but for the first; empty if they are of
 *     one size
 * @param logicalLimitBytes what the items of one partition key may take
 * @param uniqueKeys the paths of each
 * @param nowMillis when this is asked
 */
public record Subject(
    String name,
    @Nullable PartitionKeyDefinition present,
    boolean ranged,
    long documents,
    long bytes,
    int partitions,
    int throughput,
    List<byte[]> boundaries,
    long logicalLimitBytes,
    List<List<String>> uniqueKeys,
    long nowMillis) {

  private static final long GIGABYTE = 1L << 30;

  public Subject {
    boundaries = List.copyOf(boundaries);
    uniqueKeys = List.copyOf(uniqueKeys);
  }

  /** A container that does not exist yet. */
  public static Subject planned(String name, int throughput, long nowMillis) {
    return new Subject(
        name, null, false, 0, 0, 1, throughput, List.of(), 20 * GIGABYTE, List.of(), nowMillis);
  }
}
