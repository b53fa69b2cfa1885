package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import dev.partita.net.link.LinkLoop;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.net.tls.IdentityText;
import dev.partita.net.tls.NodeAuthority;
import dev.partita.peer.LocalNode;
import dev.partita.peer.NodeNames;
import dev.partita.peer.RefusalReason;
import dev.partita.peer.StrangerProtocol;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.JoinFrame;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node says to programs that want to become nodes: it signs their certificates if they have
 * a token. Safe for any number of threads.
 */
final class JoinServer implements StrangerProtocol {

  /** Its name in the handshake of TLS. */
  static final String PROTOCOL = "partita-join/1";

  private static final Logger log = LoggerFactory.getLogger(JoinServer.class);
  private static final long ADMISSION_MILLIS = 30_000;

  private final ClusterFolder folder;
  private final LocalNode self;
  private final Membership membership;
  private final Clock clock;

  JoinServer(ClusterFolder folder, LocalNode self, Membership membership, Clock clock) {
    this.folder = folder;
    this.self = self;
    this.membership = membership;
    this.clock = clock;
  }

  @Override
  public String name() {
    return PROTOCOL;
  }

  @Override
  public LinkHandler open(Refusing refusals) {
    return new Conversation(refusals);
  }

  /** One program that wants to join. Confined to its loop. */
  private final class Conversation implements LinkHandler {

    private final Refusing refusals;
    private @Nullable Link link;
    private LinkLoop.@Nullable Timer timer;
    private boolean asked;
    private boolean over;

    Conversation(Refusing refusals) {
      this.refusals = refusals;
    }

    @Override
    public void opened(Link opened) {
      link = opened;
      reply(
          new JoinFrame.Welcome(
                  Frame.PROTOCOL_MIN,
                  Frame.PROTOCOL_MAX,
                  self.cluster(),
                  clock.millis(),
                  self.build())
              .bytes());
    }

    private void reply(byte[] frame) {
      Objects.requireNonNull(link).send(OutgoingFrame.of(frame));
    }

    @Override
    public void frame(ByteBuffer bytes) {
      if (over) {
        return;
      }
      try {
        if (asked || !(JoinFrame.read(bytes) instanceof JoinFrame.Join join)) {
          throw DatabaseException.badRequest("A program that joins has sent something else.");
        }
        asked = true;
        admit(join);
      } catch (DatabaseException e) {
        refuse(RefusalReason.JOIN, e.getMessage());
      }
    }

    private void admit(JoinFrame.Join join) {
      if (join.protocolMin() > Frame.PROTOCOL_MAX || join.protocolMax() < Frame.PROTOCOL_MIN) {
        refuse(
            RefusalReason.PROTOCOL,
            "This program speaks protocol %d to %d, the cluster %d to %d. Upgrade the older one."
                .formatted(
                    join.protocolMin(),
                    join.protocolMax(),
                    Frame.PROTOCOL_MIN,
                    Frame.PROTOCOL_MAX));
        return;
      }
      // All that can be wrong is looked at before the token is used up.
      NodeRecord.requireName(join.name());
      var _ = NodeAddress.parse(join.address());
      NodeAuthority.requireRequest(join.request());
      NodeAuthority authority = folder.authority().orElseThrow(this::elsewhere);
      Link open = Objects.requireNonNull(link);
      // Strangers have less time than a change of the catalogue may take.
      open.admit();
      timer =
          open.loop()
              .after(
                  ADMISSION_MILLIS,
                  () ->
                      refuse(
                          RefusalReason.JOIN,
                          "The cluster has not decided in time. See partita cluster status, and try"
                              + " again with another token of: partita cluster token"));
      var _ =
          membership
              .admit(JoinToken.hash(join.secret()), join.name(), join.address(), clock.millis())
              .thenApplyAsync(number -> joined(join, number, authority))
              .whenComplete(
                  (joined, failure) -> {
                    var _ = open.loop().execute(() -> answer(join, joined, failure));
                  });
    }

    private JoinFrame.Joined joined(JoinFrame.Join join, int number, NodeAuthority authority) {
      var certificate =
          authority.sign(
              join.request(),
              NodeNames.of(self.cluster(), number),
              ClusterFolder.CERTIFICATE_LIFE,
              Instant.ofEpochMilli(clock.millis()));
      Map<Integer, String> peers = new TreeMap<>();
      membership.addresses().forEach((node, address) -> peers.put(node, NodeAddress.text(address)));
      return new JoinFrame.Joined(number, IdentityText.of(certificate), peers);
    }

    private DatabaseException elsewhere() {
      String voters =
          membership.addresses().entrySet().stream()
              .filter(node -> membership.isVoter(node.getKey()))
              .map(node -> NodeAddress.text(node.getValue()))
              .collect(Collectors.joining(", "));
      return DatabaseException.badRequest(
              "This node does not hold the authority of the cluster. Join at one that does.")
          .with("nodes", voters);
    }

    private void answer(
        JoinFrame.Join join, JoinFrame.@Nullable Joined joined, @Nullable Throwable failure) {
      if (over) {
        return;
      }
      if (joined != null) {
        end(joined.bytes());
        log.info("Node {} ({}) at {} has joined", joined.node(), join.name(), join.address());
        return;
      }
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (!(cause instanceof DatabaseException)) {
        log.error("A node that wanted to join could not be admitted", cause);
      }
      refuse(RefusalReason.JOIN, cause == null ? "" : Reasons.of(cause));
    }

    private void refuse(RefusalReason reason, String text) {
      if (!over) {
        refusals.refused(reason, text);
        end(new Frame.Refused(reason.name(), text).bytes());
      }
    }

    private void end(byte[] lastFrame) {
      over = true;
      stopTimer();
      reply(lastFrame);
      Objects.requireNonNull(link).closeWhenSent();
    }

    private void stopTimer() {
      if (timer != null) {
        timer.cancel();
        timer = null;
      }
    }

    @Override
    public void closed(@Nullable Throwable why) {
      stopTimer();
      if (!over && why != null) {
        refusals.refused(RefusalReason.JOIN, "It has gone before it joined: " + Reasons.of(why));
      }
      over = true;
    }
  }
}
