package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a client has seen: for each partition the LSN, as {@code 0:-1#42}, several joined by commas.
 * Partitions that are no more stand for their successors, which continue their LSNs.
 */
final class SessionTokens {

  private SessionTokens() {}

  static String token(int partition, long lsn) {
    return partition + ":-1#" + lsn;
  }

  static String tokens(List<OwnedPartition> partitions) {
    return partitions.stream()
        .map(owned -> token(owned.number(), owned.partition().state().lsn()))
        .collect(Collectors.joining(","));
  }

  /**
   * Refuses to read items of a key if the session of the request has seen more than there is.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE, or BAD_REQUEST if it is no token
   */
  static void requireReadable(Call call, Container container, PartitionKey key) {
    String session = call.header("x-ms-session-token");
    if (session != null) {
      OwnedPartition owner =
          container.owner(container.definition().scheme().logicalKey(key).position());
      require(container, owner, session);
    }
  }

  /**
   * Refuses a read that would not see what the session has seen. On one node that happens only with
   * a token from elsewhere, or from before a restore.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE, or BAD_REQUEST if it is no token
   */
  static void require(Container container, OwnedPartition serving, @Nullable String tokens) {
    if (tokens == null) {
      return;
    }
    for (String token : tokens.split(",", -1)) {
      int colon = token.indexOf(':');
      int hash = token.indexOf('#');
      int end = token.indexOf('#', hash + 1);
      try {
        int partition = Integer.parseInt(token.substring(0, colon).trim());
        long lsn = Long.parseLong(token.substring(hash + 1, end < 0 ? token.length() : end).trim());
        boolean concerned =
            partition == serving.number()
                || container.map().ancestors(serving.number()).contains(partition);
        if (concerned && serving.partition().state().lsn() < lsn) {
          throw new DatabaseException(
                  ErrorCode.SESSION_NOT_AVAILABLE,
                  "The session has seen a later state of the partition than there is.")
              .with("partition", serving.number())
              .with("sessionLsn", lsn)
              .with("lsn", serving.partition().state().lsn());
        }
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw Call.invalid("x-ms-session-token", tokens, "partition:version#lsn,…");
      }
    }
  }
}
