package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.file.OwnerOnly;
import dev.partita.base.time.Clock;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.IdentityText;
import dev.partita.net.tls.KeyRequest;
import dev.partita.net.tls.NodeAuthority;
import dev.partita.peer.LocalNode;
import dev.partita.peer.NodeNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder {@code cluster} in the data folder of a node: which node of which cluster it is, its
 * key and certificate, and the authority's where the node holds it; docs/formats/peer.md. Safe for
 * any number of threads; one process at a time.
 */
public final class ClusterFolder {

  /** How long the certificate of a node is good. */
  static final Duration CERTIFICATE_LIFE = Duration.ofDays(90);

  private static final Logger log = LoggerFactory.getLogger(ClusterFolder.class);
  private static final String NAME = "cluster";
  private static final int CLUSTER_ID_BYTES = 8;

  private final Path folder;
  private final NodeRecord node;
  private volatile Identity identity;
  private volatile Optional<NodeAuthority> authority;

  private ClusterFolder(
      Path folder, NodeRecord node, Identity identity, Optional<NodeAuthority> authority) {
    this.folder = folder;
    this.node = node;
    this.identity = identity;
    this.authority = authority;
  }

  /** Whether a data folder is that of a node of a cluster. */
  public static boolean exists(Path data) {
    return Files.exists(data.resolve(NAME));
  }

  /**
   * Makes the data folder, with whatever is in it, that of the first node of a new cluster.
   *
   * @param name of the node, for people
   * @param address where the node will listen for others
   * @throws DatabaseException CONFLICT if it belongs to a node already
   */
  public static void found(Path data, String name, String address, Clock clock) {
    requireNoNode(data);
    byte[] id = new byte[CLUSTER_ID_BYTES];
    new SecureRandom().nextBytes(id);
    String cluster = HexFormat.of().formatHex(id);
    Instant now = Instant.ofEpochMilli(clock.millis());
    NodeAuthority authority = NodeAuthority.create("Partita cluster " + cluster, now);
    Identity identity = issue(authority, NodeNames.of(cluster, 1), now);
    var node = new NodeRecord(cluster, 1, name, address, 0, Map.of(1, address));
    write(data, node, identity, Optional.of(authority));
    log.info("Founded cluster {} with this node as its first", cluster);
  }

  private static Identity issue(NodeAuthority authority, String name, Instant now) {
    KeyRequest request = KeyRequest.create();
    return request.with(
        authority.sign(request.request(), name, CERTIFICATE_LIFE, now), authority.certificate());
  }

  /** Makes an empty data folder that of a node that was admitted. */
  static void join(Path data, NodeRecord node, Identity identity) {
    requireEmpty(data);
    write(data, node, identity, Optional.empty());
  }

  /**
   * Makes sure that nothing is lost or mixed up when a node is made of the data folder.
   *
   * @throws DatabaseException CONFLICT if there is anything in it
   */
  static void requireEmpty(Path data) {
    requireNoNode(data);
    if (!Files.exists(data)) {
      return;
    }
    try (Stream<Path> files = Files.list(data)) {
      Optional<Path> first = files.findFirst();
      if (first.isPresent()) {
        throw new DatabaseException(
                ErrorCode.CONFLICT,
                "There is something in this data folder. A node joins with an empty one, since it"
                    + " gets its data from the others; give another folder with --data, or move"
                    + " what is in it elsewhere.")
            .with("directory", data)
            .with("file", first.get().getFileName());
      }
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  private static void requireNoNode(Path data) {
    if (exists(data)) {
      NodeRecord node = read(data.resolve(NAME));
      throw new DatabaseException(
              ErrorCode.CONFLICT,
              "This data folder is that of a node of a cluster already. Start it with: partita"
                  + " serve --cluster")
          .with("directory", data)
          .with("cluster", node.cluster())
          .with("node", node.number());
    }
  }

  private static void write(
      Path data, NodeRecord node, Identity identity, Optional<NodeAuthority> authority) {
    try {
      OwnerOnly.makeFolder(data);
      // Aside first, so that it is there as a whole or not at all.
      Path aside = OwnerOnly.makeTemporaryFolder(data);
      OwnerOnly.write(aside.resolve("node.pem"), IdentityText.of(identity));
      if (authority.isPresent()) {
        writeAuthority(aside, authority.get());
      }
      OwnerOnly.write(aside.resolve("node"), node.text());
      Files.move(aside, data.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  private static void writeAuthority(Path folder, NodeAuthority authority) throws IOException {
    OwnerOnly.replace(folder.resolve("ca.pem"), IdentityText.of(authority.certificate()));
    OwnerOnly.replace(folder.resolve("ca.key"), IdentityText.of(authority.key()));
  }

  /**
   * Opens the folder for a run of the node, which it counts.
   *
   * @throws DatabaseException NOT_FOUND if there is none, CORRUPT or INCOMPATIBLE_FORMAT if it
   *     cannot be read
   */
  public static ClusterFolder open(Path data) {
    Path folder = data.resolve(NAME);
    if (!Files.exists(folder)) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND,
              "This data folder is not that of a node of a cluster. Found a cluster with: partita"
                  + " serve --cluster, or join one with: partita serve --join HOST:PORT --token"
                  + " TOKEN")
          .with("directory", data);
    }
    try {
      NodeRecord node = read(folder).startedOnceMore();
      OwnerOnly.replace(folder.resolve("node"), node.text());
      Identity identity = IdentityText.read(text(folder.resolve("node.pem")));
      Optional<NodeAuthority> authority =
          Files.exists(folder.resolve("ca.key"))
              ? Optional.of(
                  NodeAuthority.of(
                      IdentityText.certificate(text(folder.resolve("ca.pem"))),
                      IdentityText.key(text(folder.resolve("ca.key")))))
              : Optional.empty();
      return new ClusterFolder(folder, node, identity, authority);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static NodeRecord read(Path folder) {
    try {
      return NodeRecord.parse(text(folder.resolve("node")));
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.US_ASCII);
  }

  /** Which node this is, in this run. */
  public LocalNode starting(String build) {
    return LocalNode.starting(node.cluster(), node.number(), node.generation(), build);
  }

  public NodeRecord node() {
    return node;
  }

  /** What the node shows to others, as of now. */
  public Identity identity() {
    return identity;
  }

  /** Takes the place of the one before, for good. */
  synchronized void replaceIdentity(Identity renewed) {
    try {
      OwnerOnly.replace(folder.resolve("node.pem"), IdentityText.of(renewed));
      identity = renewed;
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  /** The authority with its key, if this node holds it. */
  public Optional<NodeAuthority> authority() {
    return authority;
  }

  /** This node holds the authority from now on. */
  synchronized void keepAuthority(NodeAuthority held) {
    try {
      writeAuthority(folder, held);
      authority = Optional.of(held);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  private static DatabaseException unusable(Path folder, IOException cause) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The folder of a node of a cluster cannot be used. Check that whoever runs the server"
                + " may read and write it.",
            cause)
        .with("directory", folder)
        .with("reason", cause);
  }
}
