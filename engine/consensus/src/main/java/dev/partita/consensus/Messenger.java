package dev.partita.consensus;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of all groups of a node, to and from other nodes. Safe for use by any number of
 * threads.
 */
final class Messenger {

  /** What a replica makes of a message; called on a thread that must not be kept. */
  interface Recipient {
    CompletableFuture<byte[]> answer(int node, MessageKind kind, byte[] frame);
  }

  private static final PeerService SERVICE =
      new PeerService(1, "replication groups", PeerService.Lane.CONSENSUS);

  private final Peers peers;
  private final Clock clock;
  private final Map<Integer, Recipient> recipients = new ConcurrentHashMap<>();
  private volatile @Nullable DatabaseException silence;

  Messenger(Peers peers, Clock clock) {
    this.peers = peers;
    this.clock = clock;
    peers.serve(SERVICE, this::answer);
  }

  int self() {
    return peers.self();
  }

  void add(int group, Recipient recipient) {
    recipients.put(group, recipient);
  }

  void remove(int group) {
    recipients.remove(group);
  }

  /**
   * Says nothing more and hears nothing more, since this node cannot keep what it promises.
   *
   * @param reason for those who ask here
   */
  void fallSilent(DatabaseException reason) {
    silence = reason;
  }

  CompletableFuture<byte[]> ask(int node, byte[] frame, long timeoutMillis) {
    DatabaseException silent = silence;
    if (silent != null) {
      return CompletableFuture.failedFuture(silent);
    }
    return peers.ask(node, SERVICE, frame, Deadline.in(timeoutMillis, clock));
  }

  private CompletableFuture<byte[]> answer(int node, byte[] frame, Deadline deadline) {
    DatabaseException silent = silence;
    if (silent != null) {
      return CompletableFuture.failedFuture(silent);
    }
    try {
      MessageKind kind = MessageKind.of(frame);
      Recipient recipient = recipients.get(MessageKind.group(frame));
      if (recipient == null) {
        throw new DatabaseException(
                ErrorCode.NOT_FOUND, "The node has no replica of the replication group.")
            .with("group", MessageKind.group(frame));
      }
      return recipient.answer(node, kind, frame);
    } catch (DatabaseException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
