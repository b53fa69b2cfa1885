package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.map.PartitionScheme;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import dev.partita.partition.ChangeLogPolicy;
import java.util.List;
import java.util.OptionalInt;

/**
 * What a user asks a container to be.
 *
 * @param scheme how items are divided; fixed for the container's life
 * @param uniqueKeys fixed for the container's life
 * @param defaultTtlSeconds how long items live that do not say so themselves; -1 for ever; empty if
 *     items never expire, whatever they say
 * @param historyMillis how long the change feed keeps all versions and deletes; 0 for not at all
 * @param indexing what of the items is indexed
 * @param model whose data the container has; fixed but for its presentation
 * @param properties what an API wants kept with the container; the engine does not read it
 */
public record ContainerDefinition(
    String name,
    PartitionScheme scheme,
    List<UniqueKey> uniqueKeys,
    OptionalInt defaultTtlSeconds,
    long historyMillis,
    IndexingPolicy indexing,
    ContainerModel model,
    JsonObject properties) {

  static final int UNIQUE_KEYS_MAX = 10;

  public ContainerDefinition {
    ResourceName.require(name);
    uniqueKeys = List.copyOf(uniqueKeys);
    if (uniqueKeys.size() > UNIQUE_KEYS_MAX) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "A container has at most 10 unique keys.")
          .with("uniqueKeys", uniqueKeys.size());
    }
    if (defaultTtlSeconds.isPresent()
        && defaultTtlSeconds.getAsInt() != -1
        && defaultTtlSeconds.getAsInt() < 1) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "A container's default time to live is -1 (for ever) or a positive number of"
                  + " seconds.")
          .with("defaultTtlSeconds", defaultTtlSeconds.getAsInt());
    }
    if (historyMillis < 0) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST, "The retention of the change feed cannot be negative.")
          .with("historyMillis", historyMillis);
    }
    if (historyMillis > 0 && !model.keepsChangeLog()) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "Containers of this model keep no change log, so they have no history. Leave the"
                  + " retention away.")
          .with("model", model.name())
          .with("historyMillis", historyMillis);
    }
  }

  /** A container whose items are not indexed and never expire. */
  public static ContainerDefinition of(String name, PartitionScheme scheme) {
    return new ContainerDefinition(
        name,
        scheme,
        List.of(),
        OptionalInt.empty(),
        0,
        IndexingPolicy.NONE,
        ContainerModel.DOCUMENT,
        JsonObject.EMPTY);
  }

  public ContainerDefinition withUniqueKeys(List<UniqueKey> keys) {
    return new ContainerDefinition(
        name, scheme, keys, defaultTtlSeconds, historyMillis, indexing, model, properties);
  }

  /** With a time to live of this many seconds for items that have none of their own, or -1. */
  public ContainerDefinition withDefaultTtlSeconds(int seconds) {
    return new ContainerDefinition(
        name,
        scheme,
        uniqueKeys,
        OptionalInt.of(seconds),
        historyMillis,
        indexing,
        model,
        properties);
  }

  public ContainerDefinition withHistoryMillis(long millis) {
    return new ContainerDefinition(
        name, scheme, uniqueKeys, defaultTtlSeconds, millis, indexing, model, properties);
  }

  public ContainerDefinition withIndexing(IndexingPolicy policy) {
    return new ContainerDefinition(
        name, scheme, uniqueKeys, defaultTtlSeconds, historyMillis, policy, model, properties);
  }

  public ContainerDefinition withModel(ContainerModel other) {
    return new ContainerDefinition(
        name, scheme, uniqueKeys, defaultTtlSeconds, historyMillis, indexing, other, properties);
  }

  /** What the change logs of its partitions have. */
  public ChangeLogPolicy changeLog() {
    if (!model.keepsChangeLog()) {
      return ChangeLogPolicy.OFF;
    }
    return historyMillis > 0 ? ChangeLogPolicy.HISTORY : ChangeLogPolicy.NEWEST;
  }

  public ContainerDefinition withProperties(JsonObject kept) {
    return new ContainerDefinition(
        name, scheme, uniqueKeys, defaultTtlSeconds, historyMillis, indexing, model, kept);
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the other definition differs in what cannot change
   */
  public void requireReplaceableBy(ContainerDefinition other) {
    if (!name.equals(other.name)) {
      throw fixed("name");
    }
    if (!scheme.equals(other.scheme)) {
      throw fixed("partitionKey");
    }
    if (!uniqueKeys.equals(other.uniqueKeys)) {
      throw fixed("uniqueKeyPolicy");
    }
    model.requireReplaceableBy(other.model);
  }

  private DatabaseException fixed(String property) {
    return new DatabaseException(
            ErrorCode.BAD_REQUEST, "This property of a container cannot be changed.")
        .with("container", name)
        .with("property", property);
  }
}
