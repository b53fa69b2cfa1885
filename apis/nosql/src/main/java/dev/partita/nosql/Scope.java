package dev.partita.nosql;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.EffectivePartitionKey;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a container a request is about: a partition key, a partition, a range of effective
 * keys, or all of it. Where several are given, what they have in common.
 *
 * @param key the partition key, if one was given, or the first components of one; other keys may
 *     share its positions
 * @param whole whether the key has all its components
 * @param partition the number of the partition, if one was given; it may have been split since
 */
record Scope(
    KeyRange positions, @Nullable PartitionKey key, boolean whole, @Nullable Integer partition) {

  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String START = "x-ms-start-epk";
  private static final String END = "x-ms-end-epk";
  private static final String RANGE_ID = "x-ms-documentdb-partitionkeyrangeid";

  static Scope of(Call call, Container container) {
    KeyRange positions = KeyRange.ALL;
    PartitionKey key = null;
    boolean whole = false;
    if (call.header(KEY) != null) {
      PartitionKeyDefinition definition = definition(container);
      key = Objects.requireNonNull(call.parsed(KEY, definition::parsePrefix));
      positions = container.definition().scheme().positions(key);
      whole = key.size() == definition.paths().size();
    }
    String rangeId = call.header(RANGE_ID);
    Integer partition = null;
    if (rangeId != null) {
      partition = rangeNumber(rangeId, container);
      requireKnown(call, container, partition);
      positions = positions.intersect(container.map().positionsOf(partition));
    }
    return new Scope(positions.intersect(effectiveRange(call)), key, whole, partition);
  }

  /**
   * The partition key that a request on a single item must give.
   *
   * @throws DatabaseException BAD_REQUEST if it is missing or not of the container's definition
   */
  static PartitionKey requireKey(Call call, Container container) {
    return optionalKey(call, container)
        .orElseThrow(
            () ->
                DatabaseException.badRequest(
                        "The request needs the partition key in a header, as a JSON array.")
                    .with("header", KEY));
  }

  static Optional<PartitionKey> optionalKey(Call call, Container container) {
    return Optional.ofNullable(call.parsed(KEY, text -> definition(container).parse(text)));
  }

  boolean isEverything() {
    return positions.equals(KeyRange.ALL);
  }

  List<OwnedPartition> owners(Container container) {
    return container.owners(positions);
  }

  static PartitionKeyDefinition definition(Container container) {
    if (container.definition().scheme() instanceof PartitionScheme.Hashed(var definition)) {
      return definition;
    }
    throw DatabaseException.badRequest(
            "The container is not partitioned by a hash and cannot be used through this API.")
        .with("container", container.record().name());
  }

  /** The number, without the container's id that some clients put before it. */
  private static int rangeNumber(String rangeId, Container container) {
    int comma = rangeId.indexOf(',');
    if (comma >= 0) {
      Resolver.requireIntended(container, rangeId.substring(0, comma).trim());
    }
    String number = rangeId.substring(comma + 1).trim();
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw Call.invalid(RANGE_ID, rangeId, "the id of a partition key range");
    }
  }

  /** Those who send many operations at once know how to find the partitions anew. */
  private static void requireKnown(Call call, Container container, int partition) {
    if (call.intent() == Intent.BATCH && !container.map().hasHad(partition)) {
      throw new DatabaseException(
              ErrorCode.PARTITION_GONE, "The container has no partition of this number.")
          .with("partition", partition);
    }
  }

  private static KeyRange effectiveRange(Call call) {
    EffectivePartitionKey start = call.parsed(START, EffectivePartitionKey::parse);
    EffectivePartitionKey end = call.parsed(END, EffectivePartitionKey::parse);
    KeyRange range =
        new KeyRange(
            start == null ? KeyRange.ALL.start() : start.bytes(), end == null ? null : end.bytes());
    if (end != null && Bytes.ORDER.compare(range.start(), end.bytes()) > 0) {
      throw DatabaseException.badRequest(
              "A range of effective partition keys ends before it starts.")
          .with(START, String.valueOf(start))
          .with(END, end);
    }
    return range;
  }
}
