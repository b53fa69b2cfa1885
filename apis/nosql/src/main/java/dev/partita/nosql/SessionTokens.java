package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadConsistency;
import dev.partita.partition.ReadOptions;
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
    OwnedPartition owner =
        container.owner(container.definition().scheme().logicalKey(key).position());
    require(container, owner, call.header("x-ms-session-token"));
  }

  /** The same for all that a call is about. */
  static void requireReadable(Call call, Container container, Scope scope) {
    String session = call.header("x-ms-session-token");
    if (session != null || container.forwarding() != null) {
      for (OwnedPartition owner : scope.owners(container)) {
        require(container, owner, session);
      }
    }
  }

  /**
   * Waits until a read sees what the session has seen: what its tokens name and, since not all
   * clients send them, what was written by way of this node.
   *
   * @throws DatabaseException SESSION_NOT_AVAILABLE if nobody has it, as with a token from before a
   *     restore; BAD_REQUEST if it is no token
   */
  private static void require(
      Container container, OwnedPartition serving, @Nullable String tokens) {
    PhysicalPartition partition = serving.partition();
    long seen = partition.noticedLsn();
    if (tokens != null) {
      seen = Math.max(seen, seen(container, serving, tokens));
    }
    if (partition.state().lsn() < seen) {
      PartitionReader _ =
          partition.reader(ReadOptions.of(ReadConsistency.session(serving.number(), seen)));
    }
  }

  /** The latest LSN that tokens name of a partition, or of one that it comes from. */
  private static long seen(Container container, OwnedPartition serving, String tokens) {
    long seen = 0;
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
        seen = concerned ? Math.max(seen, lsn) : seen;
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        throw Call.invalid("x-ms-session-token", tokens, "partition:version#lsn,…");
      }
    }
    return seen;
  }
}
