package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import dev.partita.net.link.LinkNetwork;
import dev.partita.net.link.LinkTls;
import dev.partita.net.link.LinkTrust;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.net.tls.IdentityText;
import dev.partita.net.tls.KeyRequest;
import dev.partita.peer.NodeNames;
import dev.partita.peer.NodeNames.NodeName;
import dev.partita.peer.PeerOptions;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.JoinFrame;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A program that becomes a node of a cluster: it checks that it talks to the cluster of its token,
 * then shows the token, and gets a number and a certificate. Confined to the loop of its link.
 */
public final class Joining implements LinkHandler {

  private static final long PATIENCE_MILLIS = 40_000;

  private final Path data;
  private final JoinToken token;
  private final String name;
  private final String address;
  private final PeerOptions options;
  private final Clock clock;
  private final KeyRequest request = KeyRequest.create();
  private final CompletableFuture<Void> outcome = new CompletableFuture<>();
  private @Nullable Link link;
  private long openedNanos;
  private boolean shown;

  private Joining(
      Path data, JoinToken token, String name, String address, PeerOptions options, Clock clock) {
    this.data = data;
    this.token = token;
    this.name = name;
    this.address = address;
    this.options = options;
    this.clock = clock;
  }

  /**
   * Makes an empty data folder that of a node of a cluster. Waits until that is done.
   *
   * @param at where a node of the cluster listens for others
   * @param name of the node to be, for people
   * @param address where it will listen for others, as HOST:PORT
   * @throws DatabaseException if it must not join, or cannot, with what to do about it; the data
   *     folder is as before then
   */
  public static void join(
      Path data,
      InetSocketAddress at,
      JoinToken token,
      String name,
      String address,
      PeerOptions options,
      Clock clock) {
    ClusterFolder.requireEmpty(data);
    NodeRecord.requireName(name);
    var _ = NodeAddress.parse(address);
    var joining = new Joining(data, token, name, address, options, clock);
    try (LinkNetwork network = LinkNetwork.start("join", options.links())) {
      LinkTls tls = new LinkTls(null, joining::check);
      network.connect(network.loop(), at, () -> tls, JoinServer.PROTOCOL, joining);
      var _ = joining.outcome.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      throw explained(e.getCause(), at);
    }
  }

  private static DatabaseException explained(@Nullable Throwable cause, InetSocketAddress at) {
    if (cause instanceof DatabaseException known) {
      return known.with("at", NodeAddress.text(at));
    }
    String reason =
        switch (cause) {
          case null -> "it has closed the connection";
          case TimeoutException _ -> "it has not answered in time";
          default -> Reasons.of(cause);
        };
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "Could not join the cluster at this address. Check the address and the port for nodes,"
                + " and that the token is of this cluster.",
            cause)
        .with("at", NodeAddress.text(at))
        .with("reason", reason);
  }

  /** Believes nobody but the authority that the token names. */
  private void check(List<X509Certificate> chain) throws CertificateException {
    X509Certificate authority = chain.getLast();
    if (!token.isOf(authority)) {
      throw new CertificateException("The token is that of another cluster");
    }
    LinkTrust.in(authority, clock).check(chain);
  }

  @Override
  public void opened(Link opened) {
    link = opened;
    openedNanos = clock.nanos();
    // The authority is known, so whoever it is may take its time.
    opened.admit();
  }

  @Override
  public void frame(ByteBuffer bytes) {
    try {
      if (bytes.get(bytes.position()) == Frame.REFUSED
          && Frame.read(bytes) instanceof Frame.Refused refused) {
        throw refused(refused.text());
      }
      switch (JoinFrame.read(bytes)) {
        case JoinFrame.Welcome welcome when !shown -> show(welcome);
        case JoinFrame.Joined joined when shown -> joined(joined);
        default -> throw DatabaseException.badRequest("A node has answered out of turn.");
      }
    } catch (DatabaseException e) {
      fail(e);
    }
  }

  private static DatabaseException refused(String text) {
    return new DatabaseException(ErrorCode.FORBIDDEN, "The cluster does not admit this node.")
        .with("reason", text);
  }

  private Link link() {
    return Objects.requireNonNull(link);
  }

  /** Shows the token to a cluster that this program fits to. */
  private void show(JoinFrame.Welcome welcome) {
    NodeName node = NodeNames.in(link().certificates().getFirst()).orElse(null);
    if (node == null || !node.cluster().equals(welcome.cluster())) {
      throw refused("what answers is no node of the cluster it names");
    }
    if (welcome.protocolMin() > Frame.PROTOCOL_MAX || welcome.protocolMax() < Frame.PROTOCOL_MIN) {
      throw new DatabaseException(
              ErrorCode.INCOMPATIBLE_FORMAT,
              "The cluster runs a version of Partita that this one cannot talk to. Use the same"
                  + " version.")
          .with("cluster", welcome.build());
    }
    requireClock(welcome);
    shown = true;
    link()
        .send(
            OutgoingFrame.of(
                new JoinFrame.Join(
                        Frame.PROTOCOL_MIN,
                        Frame.PROTOCOL_MAX,
                        token.secret(),
                        request.request(),
                        name,
                        address)
                    .bytes()));
  }

  private void requireClock(JoinFrame.Welcome welcome) {
    long sinceMillis = TimeUnit.NANOSECONDS.toMillis(clock.nanos() - openedNanos);
    long offMillis = Math.abs(welcome.clockMillis() - clock.millis()) - sinceMillis - 1;
    if (offMillis > options.clockRefuseMillis()) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN,
              "The clock of this machine is too far from that of the cluster. Set it, by NTP for"
                  + " instance.")
          .with("differenceMillis", offMillis)
          .with("allowedMillis", options.clockRefuseMillis());
    }
  }

  private void joined(JoinFrame.Joined joined) {
    String cluster = NodeNames.in(link().certificates().getFirst()).orElseThrow().cluster();
    X509Certificate certificate = IdentityText.certificate(joined.certificate());
    NodeName named = NodeNames.in(certificate).orElse(null);
    if (!request.isFor(certificate) || !new NodeName(cluster, joined.node()).equals(named)) {
      throw refused("the certificate it has sent is not that of this node");
    }
    X509Certificate authority = link().certificates().getLast();
    var node = new NodeRecord(cluster, joined.node(), name, address, 0, joined.peers());
    // Writing files takes its time, but nothing else runs on this loop.
    ClusterFolder.join(data, node, request.with(certificate, authority));
    outcome.complete(null);
    link().close();
  }

  private void fail(DatabaseException failure) {
    outcome.completeExceptionally(failure);
    link().close();
  }

  @Override
  public void closed(@Nullable Throwable why) {
    outcome.completeExceptionally(
        why == null ? DatabaseException.badRequest("The node has closed the connection.") : why);
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "joining as " + name;
  }
}
