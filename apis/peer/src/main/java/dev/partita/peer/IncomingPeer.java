package dev.partita.peer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.base.time.Deadline;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.peer.NodeNames.NodeName;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.Hello;
import dev.partita.peer.wire.UnknownProtocol;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.peer.Peers;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that another node has begun: checks who that is, then has its requests answered.
 * Reads no further while too much of it is in work or too many answers are not taken. Confined to
 * its loop.
 */
final class IncomingPeer implements LinkHandler {

  private static final Logger log = LoggerFactory.getLogger(IncomingPeer.class);

  private final PeerRuntime runtime;
  private final Services services;
  private final Incoming incoming;
  private final String host;
  // By their ids: how many bytes each holds.
  private final Map<Long, Integer> inWork = new HashMap<>();
  private long inWorkBytes;
  private @Nullable Link link;
  private @Nullable Hello admitted;
  private @Nullable PeerState state;
  private boolean refused;

  /**
   * @param host where it comes from, for messages
   */
  IncomingPeer(PeerRuntime runtime, Services services, Incoming incoming, String host) {
    this.runtime = runtime;
    this.services = services;
    this.incoming = incoming;
    this.host = host;
  }

  @Override
  public void opened(Link opened) {
    link = opened;
    if (opened.certificates().isEmpty()) {
      try {
        NodeName _ = runtime.admission().named(opened.certificates());
      } catch (RefusedPeer stranger) {
        refuse(stranger.reason(), stranger.text());
      }
    }
  }

  @Override
  public void frame(ByteBuffer bytes) {
    if (refused) {
      return;
    }
    try {
      if (admitted == null) {
        greet(Frame.read(bytes));
      } else {
        received(Frame.read(bytes), admitted.node());
      }
    } catch (RefusedPeer e) {
      refuse(e.reason(), e.text());
    } catch (UnknownProtocol e) {
      refuse(RefusalReason.PROTOCOL, e.getMessage() + " Upgrade the older one.");
    } catch (DatabaseException malformed) {
      refuse(RefusalReason.FRAME, malformed.getMessage());
    }
  }

  private Link link() {
    return Objects.requireNonNull(link);
  }

  private void greet(Frame frame) {
    if (!(frame instanceof Hello hello)) {
      throw DatabaseException.badRequest("A node has not said who it is.");
    }
    NodeName name = runtime.admission().named(link().certificates());
    runtime.admission().check(hello, name);
    // What was under way for long makes a clock look slow, never fast; the node itself knows more.
    long aheadMillis = Math.max(0, hello.clockMillis() - runtime.clock().millis());
    runtime.admission().checkClock(name.number(), aheadMillis, 1);
    state = runtime.admission().admit(hello, link());
    admitted = hello;
    runtime.refusals().forget(who());
    link().admit();
    incoming.add(hello, link());
    reply(runtime.admission().hello(hello.node(), hello.lane()).bytes());
  }

  private void refuse(RefusalReason reason, String text) {
    refused = true;
    runtime.refusals().add(reason, who(), text);
    reply(new Frame.Refused(reason.name(), text).bytes());
    link().closeWhenSent();
  }

  private String who() {
    return admitted == null ? host : "node " + admitted.node() + " at " + host;
  }

  private void received(Frame frame, int node) {
    Objects.requireNonNull(state).heard(runtime.clock().nanos());
    switch (frame) {
      case Frame.Request request -> request(node, request);
      case Frame.Cancel cancel -> done(cancel.id());
      case Frame.Ping ping -> reply(new Frame.Pong(ping.token(), runtime.clock().millis()).bytes());
      default -> throw DatabaseException.badRequest("A node has sent what only answers may be.");
    }
  }

  private void request(int node, Frame.Request request) {
    inWork.put(request.id(), request.body().length);
    inWorkBytes += request.body().length;
    Deadline deadline =
        request.millis() == Frame.NO_DEADLINE
            ? Deadline.NONE
            : Deadline.in(request.millis(), runtime.clock());
    CompletableFuture<byte[]> answer =
        services.answer(node, request.service(), request.body(), deadline);
    if (answer.isDone()) {
      answered(request.id(), answer);
    } else {
      var _ =
          answer.whenComplete(
              (_, _) -> link().loop().execute(() -> answered(request.id(), answer)));
    }
    pace();
  }

  private void answered(long id, CompletableFuture<byte[]> answer) {
    // Nobody waits any more, or the connection is gone.
    if (!done(id)) {
      return;
    }
    if (answer.isCompletedExceptionally()) {
      reply(new Frame.Failure(id, failure(answer)).bytes());
      return;
    }
    byte[] body = answer.resultNow();
    if (body.length > Peers.BODY_BYTES_MAX) {
      log.error("An answer of {} bytes is longer than any may be and is not sent", body.length);
      reply(new Frame.Failure(id, new IllegalStateException("too long")).bytes());
    } else {
      reply(Frame.Answer.head(id), body);
    }
  }

  private RuntimeException failure(CompletableFuture<byte[]> answer) {
    Throwable failure =
        answer.isCancelled()
            ? new IllegalStateException("A request of another node was cancelled")
            : answer.exceptionNow();
    if (failure instanceof CompletionException && failure.getCause() != null) {
      failure = failure.getCause();
    }
    if (failure instanceof DatabaseException || failure instanceof NotInCharge) {
      return (RuntimeException) failure;
    }
    log.error("A request of node {} has failed", who(), failure);
    return new IllegalStateException("see the log");
  }

  private boolean done(long id) {
    Integer bytes = inWork.remove(id);
    if (bytes != null) {
      inWorkBytes -= bytes;
      pace();
    }
    return bytes != null;
  }

  private void reply(byte[]... parts) {
    link().send(OutgoingFrame.of(parts));
  }

  @Override
  public void progressed() {
    pace();
  }

  /** Reads on only while there is room for more. */
  private void pace() {
    long windowBytes = runtime.options().windowBytes();
    link()
        .read(
            inWorkBytes <= windowBytes + Peers.BODY_BYTES_MAX
                && link().unsentBytes() <= windowBytes);
  }

  @Override
  public void closed(@Nullable Throwable why) {
    inWork.clear();
    if (admitted != null && link != null) {
      Objects.requireNonNull(state).gone(link);
      incoming.remove(admitted, link);
      if (why instanceof DatabaseException malformed && !refused) {
        runtime.refusals().add(RefusalReason.FRAME, who(), malformed.getMessage());
      }
    } else if (!refused) {
      runtime
          .refusals()
          .add(
              RefusalReason.HANDSHAKE,
              who(),
              ("It does not speak TLS 1.3, shows a certificate that the authority of this cluster"
                      + " has not made or that has expired, or has not said who it is: %s. Only"
                      + " nodes of the cluster may connect to this port; a new one joins with:"
                      + " partita serve --join HOST:PORT --token TOKEN")
                  .formatted(why == null ? "it has closed the connection" : Reasons.of(why)));
    }
  }
}
