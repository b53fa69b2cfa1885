package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.net.tls.Identity;
import dev.partita.net.tls.IdentityText;
import dev.partita.net.tls.KeyRequest;
import dev.partita.net.tls.NodeAuthority;
import dev.partita.peer.NodeNames;
import dev.partita.replication.NotLeading;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import dev.partita.replication.peer.Peers;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of this node, renewed before it ends, and the authority, which voters of the
 * catalogue get from each other and sign certificates of others with. Safe for any number of
 * threads.
 */
final class NodeCertificates {

  /** Signs a certificate for the node that asks. */
  static final PeerService CERTIFICATE = new PeerService(8, "certificate", Lane.REQUESTS);

  /** Gives the authority, with its key, to a voter. */
  static final PeerService AUTHORITY = new PeerService(9, "authority", Lane.REQUESTS);

  private static final Logger log = LoggerFactory.getLogger(NodeCertificates.class);
  private static final Duration RENEWED_BEFORE_END = Duration.ofDays(30);
  private static final long PATIENCE_MILLIS = 10_000;

  private final ClusterFolder folder;
  private final Membership membership;
  private final Peers peers;
  private final Clock clock;

  NodeCertificates(ClusterFolder folder, Membership membership, Peers peers, Clock clock) {
    this.folder = folder;
    this.membership = membership;
    this.peers = peers;
    this.clock = clock;
    peers.serve(CERTIFICATE, (node, request, _) -> sign(node, request));
    peers.serve(AUTHORITY, (node, _, _) -> give(node));
  }

  private CompletableFuture<byte[]> sign(int node, byte[] request) {
    NodeAuthority held = folder.authority().orElse(null);
    if (held == null) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    if (membership.isStruck(node)) {
      return CompletableFuture.failedFuture(
          new DatabaseException(
                  ErrorCode.FORBIDDEN,
                  "This node was removed from the cluster, so it gets no more certificates.")
              .with("node", node));
    }
    return CompletableFuture.supplyAsync(() -> utf8(IdentityText.of(certify(held, request, node))));
  }

  private X509Certificate certify(NodeAuthority held, byte[] request, int node) {
    String name = NodeNames.of(folder.node().cluster(), node);
    return held.sign(request, name, ClusterFolder.CERTIFICATE_LIFE, now());
  }

  private CompletableFuture<byte[]> give(int node) {
    NodeAuthority held = folder.authority().orElse(null);
    if (held == null) {
      return CompletableFuture.failedFuture(new NotLeading());
    }
    if (!membership.isVoter(node) || membership.isStruck(node)) {
      return CompletableFuture.failedFuture(
          new DatabaseException(
                  ErrorCode.FORBIDDEN, "Only voters of the catalogue hold the authority.")
              .with("node", node));
    }
    return CompletableFuture.completedFuture(
        utf8(IdentityText.of(held.certificate()) + IdentityText.of(held.key())));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }

  /** When the certificate is to be renewed. */
  Instant renewal() {
    return folder.identity().certificate().getNotAfter().toInstant().minus(RENEWED_BEFORE_END);
  }

  /**
   * Does what is due.
   *
   * @return complete when it is done, or could not be, of which the log says more
   */
  CompletableFuture<Void> look() {
    return takeAuthority().thenCompose(_ -> renew());
  }

  private CompletableFuture<Void> takeAuthority() {
    if (folder.authority().isPresent() || !membership.isVoter(peers.self())) {
      return CompletableFuture.completedFuture(null);
    }
    return askOthers(AUTHORITY, new byte[0])
        .handle(
            (given, failure) -> {
              if (failure != null) {
                log.info("No other node gives the authority of the cluster now; asked again soon");
                return null;
              }
              String text = new String(given, StandardCharsets.UTF_8);
              X509Certificate certificate = IdentityText.certificate(text);
              if (certificate.equals(folder.identity().anchor())) {
                folder.keepAuthority(NodeAuthority.of(certificate, IdentityText.key(text)));
                log.info("This node holds the authority of the cluster now");
              } else {
                log.error("Another node has given the authority of another cluster");
              }
              return null;
            });
  }

  private CompletableFuture<Void> renew() {
    if (now().isBefore(renewal())) {
      return CompletableFuture.completedFuture(null);
    }
    KeyRequest request = KeyRequest.create();
    return signed(request)
        .handle(
            (certificate, failure) -> {
              if (failure != null) {
                log.warn(
                    "The certificate of this node is to be renewed and could not be; it is good"
                        + " until {}. This is tried again. See partita cluster status",
                    folder.identity().certificate().getNotAfter().toInstant(),
                    failure);
              } else {
                renewed(request, certificate);
              }
              return null;
            });
  }

  private CompletableFuture<X509Certificate> signed(KeyRequest request) {
    NodeAuthority held = folder.authority().orElse(null);
    if (held != null) {
      return CompletableFuture.supplyAsync(() -> certify(held, request.request(), peers.self()));
    }
    return askOthers(CERTIFICATE, request.request())
        .thenApply(text -> IdentityText.certificate(new String(text, StandardCharsets.UTF_8)));
  }

  private void renewed(KeyRequest request, X509Certificate certificate) {
    if (!request.isFor(certificate)) {
      log.error("Another node has signed a certificate for another key");
      return;
    }
    Identity identity = request.with(certificate, folder.identity().anchor());
    folder.replaceIdentity(identity);
    log.info(
        "Renewed the certificate of this node, good until {}",
        certificate.getNotAfter().toInstant());
  }

  /** The answer of the first of the other nodes that has one. */
  private CompletableFuture<byte[]> askOthers(PeerService service, byte[] request) {
    Deque<Integer> left = new ArrayDeque<>(new TreeSet<>(membership.addresses().keySet()));
    left.remove(peers.self());
    return askNext(service, request, left, new NotLeading());
  }

  private CompletableFuture<byte[]> askNext(
      PeerService service, byte[] request, Deque<Integer> left, Throwable last) {
    Integer node = left.poll();
    if (node == null) {
      return CompletableFuture.failedFuture(last);
    }
    return peers
        .ask(node, service, request, Deadline.in(PATIENCE_MILLIS, clock))
        .exceptionallyCompose(failure -> askNext(service, request, left, failure));
  }
}
