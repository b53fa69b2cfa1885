package dev.partita.peer;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.net.link.Link;
import dev.partita.net.link.LinkLoop;
import dev.partita.net.link.OutgoingFrame;
import dev.partita.peer.wire.Frame;
import dev.partita.replication.peer.PeerService.Lane;
import dev.partita.replication.peer.PeerUnavailable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The requests to one node on one lane: connected when there is something to ask, and again after
 * failures. {@link #ask} is for any thread; all else is confined to the loop of the lane.
 */
final class RemoteLane {

  private enum Phase {
    /** Connects with the next request. */
    IDLE,
    CONNECTING,
    OPEN,
    /** Fails at once, since it has just failed. */
    BACKING_OFF,
    CLOSED
  }

  private final int node;
  private final Lane lane;
  private final PeerRuntime runtime;
  private final LinkLoop loop;
  private final PeerState state;
  private final CallTimers timers;
  private final ConcurrentLinkedQueue<Call> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final ArrayDeque<Call> waiting = new ArrayDeque<>();
  private final Map<Long, Call> underWay = new HashMap<>();
  private Phase phase = Phase.IDLE;
  private @Nullable Link link;
  private String problem = "no connection was made yet.";
  private long waitingBytes;
  private long underWayBytes;
  private long lastId;
  private int failures;
  private long heardNanos;

  RemoteLane(int node, Lane lane, PeerRuntime runtime) {
    this.node = node;
    this.lane = lane;
    this.runtime = runtime;
    this.loop = runtime.network().loop();
    this.state = runtime.states().of(node);
    this.timers = new CallTimers(loop, this::expire);
  }

  LinkLoop loop() {
    return loop;
  }

  int node() {
    return node;
  }

  Lane lane() {
    return lane;
  }

  CompletableFuture<byte[]> ask(int service, byte[] request, Deadline deadline) {
    Call call =
        new Call(service, request, deadline, cancelled -> loop.execute(() -> cancelled(cancelled)));
    submitted.add(call);
    if (draining.compareAndSet(false, true) && !loop.execute(this::drain)) {
      draining.set(false);
      unavailable(call, "this node is stopping.");
    }
    return call;
  }

  private void drain() {
    draining.set(false);
    for (Call call = submitted.poll(); call != null; call = submitted.poll()) {
      take(call);
    }
  }

  private void take(Call call) {
    if (phase == Phase.CLOSED || phase == Phase.BACKING_OFF) {
      unavailable(call, problem);
      return;
    }
    if (waitingBytes > 0 && waitingBytes + call.weight() > runtime.options().waitingBytes()) {
      unavailable(call, "it is overloaded: too many requests wait for it.");
      return;
    }
    waiting.add(call);
    waitingBytes += call.weight();
    timers.expect(call.deadline());
    if (phase == Phase.IDLE) {
      connect();
    } else {
      sendWaiting();
    }
  }

  private void unavailable(Call call, String reason) {
    call.completeExceptionally(new PeerUnavailable(node, reason));
  }

  /** As many as the node may be sent before it has answered some. */
  private void sendWaiting() {
    Link open = link;
    while (open != null && !waiting.isEmpty()) {
      Call next = waiting.element();
      boolean fits = underWayBytes + next.weight() <= runtime.options().windowBytes();
      if (!fits && underWayBytes > 0) {
        return;
      }
      waiting.remove();
      waitingBytes -= next.weight();
      if (!next.isDone()) {
        next.numbered(++lastId);
        underWay.put(next.id(), next);
        underWayBytes += next.weight();
        open.send(next);
      }
    }
  }

  private @Nullable Call finish(long id) {
    Call call = underWay.remove(id);
    if (call != null) {
      underWayBytes -= call.weight();
    }
    return call;
  }

  private void connect() {
    phase = Phase.CONNECTING;
    runtime.connect(this);
  }

  /** Both sides know each other, so requests may be sent. */
  void opened(Link open) {
    if (phase != Phase.CONNECTING) {
      open.close();
      return;
    }
    phase = Phase.OPEN;
    link = open;
    failures = 0;
    heardNanos = runtime.clock().nanos();
    if (lane == Lane.CONSENSUS) {
      runtime.log().connected(node, state);
    }
    sendWaiting();
  }

  /** Takes what the node answers. */
  void received(Frame frame) {
    heardNanos = runtime.clock().nanos();
    state.heard(heardNanos);
    switch (frame) {
      case Frame.Answer answer -> {
        Call call = finish(answer.id());
        if (call != null) {
          call.complete(answer.body());
        }
      }
      case Frame.Failure failure -> {
        Call call = finish(failure.id());
        if (call != null) {
          call.completeExceptionally(failure.failure());
        }
      }
      case Frame.Pong pong -> {
        long tripNanos = heardNanos - pong.token();
        long middleMillis = runtime.clock().millis() - tripNanos / 2_000_000;
        state.measured(tripNanos, pong.millis() - middleMillis);
      }
      default ->
          throw DatabaseException.badRequest("A node has answered with a frame of another kind.");
    }
    sendWaiting();
  }

  /** The connection is gone, or has not come about. */
  void lost(String why) {
    link = null;
    if (phase == Phase.CLOSED) {
      // This node has ended it, and has said why to all who asked.
      return;
    }
    problem = why;
    if (lane == Lane.CONSENSUS) {
      runtime.log().lost(node, state, why);
    }
    fail(why);
    phase = Phase.BACKING_OFF;
    var _ = loop.after(runtime.backoffMillis(failures++), this::backedOff);
  }

  private void backedOff() {
    if (phase == Phase.BACKING_OFF) {
      phase = Phase.IDLE;
    }
  }

  private void fail(String why) {
    List<Call> sent = new ArrayList<>(underWay.values());
    underWay.clear();
    underWayBytes = 0;
    List<Call> unsent = List.copyOf(waiting);
    waiting.clear();
    waitingBytes = 0;
    for (Call call : sent) {
      if (call.hasLeft()) {
        call.completeExceptionally(unknown(why));
      } else {
        unavailable(call, why);
      }
    }
    unsent.forEach(call -> unavailable(call, why));
  }

  private DatabaseException unknown(String why) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The connection to another node was lost before it answered. It may have carried the"
                + " request out, or not.")
        .with("node", node)
        .with("reason", why);
  }

  /** Ends the requests whose time is over. */
  private void expire() {
    List<Call> over = underWay.values().stream().filter(call -> call.deadline().isOver()).toList();
    for (Call call : over) {
      var _ = finish(call.id());
      if (call.hasLeft()) {
        call.completeExceptionally(
            new DatabaseException(
                    ErrorCode.TIMEOUT,
                    "Another node has not answered in time. It may have carried the request out, or"
                        + " not.")
                .with("node", node));
        giveUp(call);
      } else {
        unavailable(call, "the time of the request was over before it could be sent.");
      }
    }
    waiting.removeIf(
        call -> {
          if (call.deadline().isOver()) {
            waitingBytes -= call.weight();
            unavailable(call, "the time of the request was over before it could be sent.");
          }
          return call.deadline().isOver();
        });
    underWay.values().forEach(call -> timers.expect(call.deadline()));
    waiting.forEach(call -> timers.expect(call.deadline()));
    sendWaiting();
  }

  private void cancelled(Call call) {
    if (call.id() != 0 && finish(call.id()) != null) {
      giveUp(call);
      sendWaiting();
    } else if (waiting.remove(call)) {
      waitingBytes -= call.weight();
    }
  }

  private void giveUp(Call call) {
    if (link != null && call.hasLeft()) {
      link.send(OutgoingFrame.of(new Frame.Cancel(call.id()).bytes()));
    }
  }

  /**
   * Asks whether the node is there, and gives up a connection that says nothing.
   *
   * @param reconnect whether to connect if nothing is to be asked
   */
  void beat(boolean reconnect) {
    if (phase == Phase.IDLE && reconnect) {
      connect();
    }
    Link open = link;
    if (open == null) {
      return;
    }
    long nowNanos = runtime.clock().nanos();
    if (nowNanos - heardNanos > runtime.options().silentMillis() * 1_000_000) {
      open.close();
    } else {
      open.send(OutgoingFrame.of(new Frame.Ping(nowNanos).bytes()));
    }
  }

  /** The node is not to be asked any more. */
  void close(String why) {
    phase = Phase.CLOSED;
    problem = why;
    timers.cancel();
    if (lane == Lane.CONSENSUS) {
      state.connected(false, why);
    }
    if (link != null) {
      link.close();
    }
    drain();
    fail(why);
  }
}
