package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What a resource token allows: a container or a single item, for reading or for everything,
 * perhaps for one partition key only.
 *
 * @param resource the path of names, such as {@code dbs/shop/colls/orders}
 * @param partitionKey as the header has it
 */
record Grant(String resource, boolean all, @Nullable String partitionKey) {

  void require(Call call, boolean writes) {
    if (isMetadata(call)) {
      return;
    }
    String asked = call.path().link();
    boolean covered = asked.equals(resource) || asked.startsWith(resource + "/");
    if (!covered || (writes && !all)) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN, "The resource token does not allow this request.")
          .with("resource", resource)
          .with("mode", all ? "All" : "Read")
          .with("verb", call.method())
          .with("path", asked);
    }
    String key = call.header("x-ms-documentdb-partitionkey");
    if (partitionKey != null && !partitionKey.equals(key)) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN, "The resource token is for another partition key.")
          .with("partitionKey", partitionKey);
    }
  }

  /**
   * What clients read on the way to items: the account, the container itself and its partitions.
   * The latter may be named by ids of the system.
   */
  private boolean isMetadata(Call call) {
    if (!call.method().equals("GET")) {
      return false;
    }
    return switch (call.path().kinds()) {
      case "", "dbs/colls/pkranges" -> true;
      case "dbs/colls" -> !call.path().isFeed() && resource.startsWith(call.path().link());
      default -> false;
    };
  }
}
