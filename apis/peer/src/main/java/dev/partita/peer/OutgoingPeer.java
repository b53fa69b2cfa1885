package dev.partita.peer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.Reasons;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkHandler;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.peer.NodeNames.NodeName;
import dev.partita.peer.wire.Frame;
import dev.partita.peer.wire.Hello;
import dev.partita.peer.wire.UnknownProtocol;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection to another node that this one has begun: says who this is, checks who answers, and
 * then belongs to a lane. Confined to its loop.
 */
final class OutgoingPeer implements LinkHandler {

  private final RemoteLane lane;
  private final PeerRuntime runtime;
  private final String address;
  private @Nullable Link link;
  private @Nullable PeerState state;
  private @Nullable String refusal;
  private long helloNanos;

  OutgoingPeer(RemoteLane lane, PeerRuntime runtime, String address) {
    this.lane = lane;
    this.runtime = runtime;
    this.address = address;
  }

  @Override
  public void opened(Link opened) {
    link = opened;
    helloNanos = runtime.clock().nanos();
    Hello hello = runtime.admission().hello(lane.node(), lane.lane());
    opened.send(OutgoingFrame.of(hello.bytes()));
  }

  @Override
  public void frame(ByteBuffer bytes) {
    if (state != null) {
      lane.received(Frame.read(bytes));
      return;
    }
    Link open = Objects.requireNonNull(link);
    try {
      greet(open, Frame.read(bytes));
    } catch (RefusedPeer refused) {
      refuse(open, refused.reason(), refused.text());
    } catch (UnknownProtocol unknown) {
      refuse(open, RefusalReason.PROTOCOL, unknown.getMessage() + " Upgrade the older one.");
    } catch (DatabaseException malformed) {
      refuse(open, RefusalReason.FRAME, malformed.getMessage());
    }
  }

  private void greet(Link open, Frame frame) {
    if (frame instanceof Frame.Refused refused) {
      refusal = "it refuses this node: " + refused.text();
      open.close();
      return;
    }
    if (!(frame instanceof Hello hello)) {
      throw DatabaseException.badRequest("A node has not said who it is.");
    }
    NodeName name = runtime.admission().named(open.certificates());
    if (name.number() != lane.node()) {
      throw new RefusedPeer(
          RefusalReason.OTHER_NODE,
          ("Node %d answers at the address of node %d. Addresses of nodes were mixed up: see"
                  + " partita cluster status")
              .formatted(name.number(), lane.node()));
    }
    runtime.admission().check(hello, name);
    long tripNanos = runtime.clock().nanos() - helloNanos;
    long tripMillis = tripNanos / 1_000_000;
    long offsetMillis = hello.clockMillis() - (runtime.clock().millis() - tripMillis / 2);
    runtime.admission().checkClock(name.number(), offsetMillis, tripMillis / 2 + 1);
    PeerState admitted = runtime.admission().admit(hello, open);
    admitted.measured(tripNanos, offsetMillis);
    state = admitted;
    runtime.refusals().forget(who());
    open.admit();
    lane.opened(open);
  }

  private void refuse(Link open, RefusalReason reason, String text) {
    runtime.refusals().add(reason, who(), text);
    refusal = text;
    open.close();
  }

  private String who() {
    return "node " + lane.node() + " at " + address;
  }

  @Override
  public void closed(@Nullable Throwable why) {
    if (state != null && link != null) {
      state.gone(link);
    }
    lane.lost(refusal == null ? reason(why) : refusal);
  }

  private String reason(@Nullable Throwable why) {
    if (state != null) {
      return why == null ? "it has closed the connection." : "the connection broke: " + text(why);
    }
    return why == null
        ? "it has closed the connection before it said who it is."
        : "no connection to %s: %s".formatted(address, text(why));
  }

  private static String text(Throwable why) {
    String reason = Reasons.of(why);
    return reason.endsWith(".") ? reason : reason + ".";
  }
}
