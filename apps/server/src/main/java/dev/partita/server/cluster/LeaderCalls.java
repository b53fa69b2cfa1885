package dev.partita.server.cluster;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.cluster.placement.GroupLeaders;
import dev.partita.replication.NotLeading;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the leaders of groups are told, from node to node: docs/formats/peer.md. Safe for use by any
 * number of threads.
 */
final class LeaderCalls implements GroupLeaders {

  private static final PeerService SERVICE =
      new PeerService(32, "members of groups", PeerService.Lane.REQUESTS);

  private static final int CHANGE_MEMBERS = 1;
  private static final int TRANSFER = 2;
  private static final byte[] DONE = {};

  /** A new member is given all the data first. */
  private static final long CHANGE_MILLIS = 3_600_000;

  private static final long TRANSFER_MILLIS = 10_000;

  private final Peers peers;
  private final IntFunction<@Nullable ReplicationGroup> groups;
  private final Clock clock;

  /**
   * @param groups the groups that this node takes part in, by number
   */
  LeaderCalls(Peers peers, IntFunction<@Nullable ReplicationGroup> groups, Clock clock) {
    this.peers = peers;
    this.groups = groups;
    this.clock = clock;
  }

  void serve() {
    peers.serve(SERVICE, (_, request, _) -> answer(request));
  }

  @Override
  public CompletableFuture<@Nullable Void> changeMembers(int leader, int group, Members to) {
    KeyWriter writer = new KeyWriter(64).u8(CHANGE_MEMBERS).u32(group);
    write(writer, to.voters());
    write(writer, to.learners());
    return ask(leader, writer, CHANGE_MILLIS);
  }

  @Override
  public CompletableFuture<@Nullable Void> transferLeadership(int leader, int group, int to) {
    return ask(leader, new KeyWriter(16).u8(TRANSFER).u32(group).u16(to), TRANSFER_MILLIS);
  }

  private CompletableFuture<@Nullable Void> ask(int node, KeyWriter request, long millis) {
    return peers
        .ask(node, SERVICE, request.toBytes(), Deadline.in(millis, clock))
        .thenApply(_ -> null);
  }

  private CompletableFuture<byte[]> answer(byte[] request) {
    KeyReader reader = new KeyReader(request);
    int kind = reader.u8();
    ReplicationGroup group = groups.apply(reader.u32());
    if (group == null) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    return switch (kind) {
      case CHANGE_MEMBERS ->
          group
              .changeMembers(new Members(new TreeSet<>(read(reader)), new TreeSet<>(read(reader))))
              .thenApply(_ -> DONE);
      case TRANSFER -> group.transferLeadership(reader.u16()).thenApply(_ -> DONE);
      default ->
          CompletableFuture.failedFuture(
              DatabaseException.badRequest("A node has asked what this one does not know.")
                  .with("kind", kind));
    };
  }

  private static void write(KeyWriter writer, Collection<Integer> nodes) {
    writer.u16(nodes.size());
    nodes.forEach(writer::u16);
  }

  private static List<Integer> read(KeyReader reader) {
    int count = reader.u16();
    List<Integer> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(reader.u16());
    }
    return nodes;
  }
}
