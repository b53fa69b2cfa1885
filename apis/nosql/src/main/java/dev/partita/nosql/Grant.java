package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import org.jspecify.annotations.Nullable;

/**
 * What a resource token allows: a container or something in it, for reading or for everything,
 * perhaps the items of one partition key only.
 *
 * @param resource the path, by ids of the system down to the container
 * @param partitionKey the key, or the first components of one, as the header has it
 */
record Grant(String resource, boolean all, @Nullable String partitionKey) {

  private static final String KEY = "x-ms-documentdb-partitionkey";

  /**
   * @param asked the path of the request, in the form of {@link #resource}
   * @throws DatabaseException FORBIDDEN
   */
  void require(Call call, String asked) {
    if (isMetadata(call, asked)) {
      return;
    }
    boolean covered = asked.equals(resource) || asked.startsWith(resource + "/");
    if (!covered || (call.intent().writes() && !all)) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN, "The resource token does not allow this request.")
          .with("mode", all ? "All" : "Read")
          .with("verb", call.method())
          .with("path", call.path().link());
    }
    if (partitionKey != null && !isOfKey(call, PartitionKey.parse(partitionKey))) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN, "The resource token is for the items of one partition key.")
          .with("partitionKey", partitionKey);
    }
  }

  /** What clients read on the way to items: the account, the container itself, its partitions. */
  private boolean isMetadata(Call call, String asked) {
    if (call.intent() != Intent.READ) {
      return false;
    }
    return switch (ResourceType.of(call.path())) {
      case ACCOUNT -> true;
      case CONTAINER -> !call.path().isFeed() && isWithin(asked);
      case PARTITION -> isWithin(asked);
      case null, default -> false;
    };
  }

  private boolean isWithin(String container) {
    return resource.equals(container) || resource.startsWith(container + "/");
  }

  /** Whether the request touches nothing but items of the key. */
  private static boolean isOfKey(Call call, PartitionKey granted) {
    PartitionKey key = call.parsed(KEY, PartitionKey::parse);
    boolean items =
        switch (ResourceType.of(call.path())) {
          case ITEM, OPERATION -> true;
          case PROCEDURE -> call.intent() == Intent.EXECUTE;
          case null, default -> false;
        };
    return items && key != null && granted.isPrefixOf(key);
  }
}
