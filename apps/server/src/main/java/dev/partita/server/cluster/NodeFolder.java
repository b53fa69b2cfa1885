package dev.partita.server.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.peer.PeerOptions;
import dev.partita.peer.membership.ClusterFolder;
import dev.partita.peer.membership.JoinToken;
import dev.partita.peer.membership.Joining;
import dev.partita.peer.membership.NodeAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a folder becomes that of a node. */
final class NodeFolder {

  private static final Logger log = LoggerFactory.getLogger(NodeFolder.class);

  /** What a folder has that holds a store: docs/formats/store.md. */
  private static final String STORE_MARK = "PARTITA";

  private NodeFolder() {}

  /**
   * Opens the folder of a node; founds a cluster or joins one first if it is none yet. A node that
   * is started again with the command line that it has joined with goes on as what it is.
   */
  static ClusterFolder open(ClusterPlan plan, Clock clock) {
    if (ClusterFolder.exists(plan.data())) {
      plan.join().ifPresent(_ -> log.info("This folder is a node's already; it need not join"));
    } else if (plan.join().isPresent()) {
      join(plan, plan.join().get(), clock);
    } else {
      requireEmpty(plan.data());
      ClusterFolder.found(plan.data(), plan.name(), plan.address(), clock);
    }
    return ClusterFolder.open(plan.data());
  }

  /** A folder with other files would be refused later, with a node's files in it by then. */
  private static void requireEmpty(Path data) {
    if (!Files.exists(data)) {
      return;
    }
    // What was written before there was a log of the group is not in it, so nodes that join would
    // not be given it.
    if (Files.exists(data.resolve(STORE_MARK))) {
      throw new DatabaseException(
              ErrorCode.CONFLICT,
              "This folder has the data of a server that was alone, which cannot become those of a"
                  + " cluster in place yet; nothing was changed. Found the cluster in an empty"
                  + " folder, and take the data there with 'partita export' and 'partita import'.")
          .with("directory", data);
    }
    try (Stream<Path> files = Files.list(data)) {
      Optional<Path> other =
          files.filter(file -> !file.getFileName().toString().equals("lost+found")).findFirst();
      if (other.isPresent()) {
        throw new DatabaseException(
                ErrorCode.CONFLICT,
                "The folder is not empty; nothing was changed. A cluster is founded in an empty"
                    + " one.")
            .with("directory", data)
            .with("found", other.get().getFileName());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void join(ClusterPlan plan, ClusterPlan.Invitation invitation, Clock clock) {
    InetSocketAddress at = NodeAddress.parse(invitation.address());
    Joining.join(
        plan.data(),
        new InetSocketAddress(at.getHostString(), at.getPort()),
        JoinToken.parse(invitation.token()),
        plan.name(),
        plan.address(),
        PeerOptions.standard(plan.listen()),
        clock);
  }
}
