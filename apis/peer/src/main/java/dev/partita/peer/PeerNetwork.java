package dev.partita.peer;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.net.link.LinkLoop;
import dev.partita.net.link.LinkNetwork;
import dev.partita.net.link.LinkTls;
import dev.partita.net.link.LinkTrust;
import dev.partita.net.tls.Identity;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of this node to the others, over TLS with certificates of the cluster's
 * authority. Safe for any number of threads. Answers come on threads that must not be kept, as
 * requests do.
 */
public final class PeerNetwork implements Peers, PeerHealth, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(PeerNetwork.class);

  private record Place(int node, Lane lane) {}

  private record Shown(Identity identity, LinkTls tls) {}

  private final PeerRuntime runtime;
  private final Services services;
  private final Incoming incoming = new Incoming();
  private final Map<Place, RemoteLane> lanes = new ConcurrentHashMap<>();
  private final LinkLoop own;
  private final InetSocketAddress address;
  private volatile boolean closed;

  private PeerNetwork(
      PeerOptions options,
      LocalNode self,
      PeerDirectory directory,
      Supplier<Identity> identity,
      List<StrangerProtocol> others,
      Clock clock) {
    LinkNetwork network = LinkNetwork.start("peer", options.links());
    var states = new PeerStates(clock);
    runtime =
        new PeerRuntime(
            self,
            options,
            directory,
            clock,
            network,
            tls(identity, clock),
            states,
            new Admission(self, directory, options, states, clock),
            new Refusals(),
            new ConnectionLog());
    services = new Services(self.number());
    own = network.loop();
    List<String> protocols = new ArrayList<>(List.of(PeerRuntime.PROTOCOL));
    others.forEach(other -> protocols.add(other.name()));
    try {
      address =
          network.listen(
              options.listen(),
              runtime.tls(),
              protocols,
              host ->
                  new IncomingLink(
                      new IncomingPeer(runtime, services, incoming, host),
                      others,
                      (reason, text) -> runtime.refusals().add(reason, host, text)));
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
    beatLater();
  }

  /**
   * Listens for other nodes, and connects to those of the directory.
   *
   * @param identity the node's certificate and that of the authority, and the key; asked for each
   *     connection, so that one that was renewed is shown from then on
   * @throws dev.partita.base.error.DatabaseException UNAVAILABLE when the address cannot be
   *     listened on
   */
  public static PeerNetwork start(
      PeerOptions options,
      LocalNode self,
      PeerDirectory directory,
      Supplier<Identity> identity,
      Clock clock) {
    return start(options, self, directory, identity, List.of(), clock);
  }

  /**
   * Listens for other nodes and for others who speak something else, and connects to those of the
   * directory.
   *
   * @param identity as for the other one
   * @throws dev.partita.base.error.DatabaseException UNAVAILABLE when the address cannot be
   *     listened on
   */
  public static PeerNetwork start(
      PeerOptions options,
      LocalNode self,
      PeerDirectory directory,
      Supplier<Identity> identity,
      List<StrangerProtocol> others,
      Clock clock) {
    return new PeerNetwork(options, self, directory, identity, others, clock);
  }

  private static Supplier<LinkTls> tls(Supplier<Identity> identity, Clock clock) {
    var last = new AtomicReference<Shown>();
    return () -> {
      Identity now = identity.get();
      Shown shown = last.get();
      if (shown == null || !shown.identity().equals(now)) {
        shown = new Shown(now, new LinkTls(now, LinkTrust.in(now.anchor(), clock)));
        last.set(shown);
      }
      return shown.tls();
    };
  }

  /** Where it listens, with the actual port. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public int self() {
    return runtime.self().number();
  }

  @Override
  public CompletableFuture<byte[]> ask(
      int node, PeerService service, byte[] request, Deadline deadline) {
    if (request.length > BODY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "A request of %d bytes to %s; at most %d may be sent"
              .formatted(request.length, service.name(), BODY_BYTES_MAX));
    }
    if (closed) {
      return CompletableFuture.failedFuture(new PeerUnavailable(node, "this node is stopping."));
    }
    return node == self()
        ? askSelf(service, request, deadline)
        : lane(node, service.lane()).ask(service.number(), request, deadline);
  }

  /** Without the network, and yet on another thread, as it is with others. */
  private CompletableFuture<byte[]> askSelf(
      PeerService service, byte[] request, Deadline deadline) {
    var answer = new CompletableFuture<byte[]>();
    Runnable ask =
        () -> {
          var _ =
              services
                  .answer(self(), service.number(), request, deadline)
                  .whenComplete(
                      (body, failure) -> {
                        if (failure == null) {
                          answer.complete(body);
                        } else {
                          answer.completeExceptionally(failure);
                        }
                      });
        };
    if (!own.execute(ask)) {
      answer.completeExceptionally(new PeerUnavailable(self(), "this node is stopping."));
    }
    return answer;
  }

  private RemoteLane lane(int node, Lane lane) {
    var place = new Place(node, lane);
    RemoteLane known = lanes.get(place);
    return known == null
        ? lanes.computeIfAbsent(place, _ -> new RemoteLane(node, lane, runtime))
        : known;
  }

  @Override
  public void serve(PeerService service, Handler handler) {
    services.serve(service, handler);
  }

  private void beatLater() {
    var _ = own.after(runtime.options().heartbeatMillis(), this::beat);
  }

  private void beat() {
    try {
      keepInTouch();
    } catch (RuntimeException e) {
      log.error("The other nodes cannot be looked after; this is tried again", e);
    } finally {
      if (!closed) {
        beatLater();
      }
    }
  }

  /** With all nodes, and lets go of those that the cluster has no more. */
  private void keepInTouch() {
    incoming.drop(runtime.directory()::isStruck);
    Map<Integer, InetSocketAddress> nodes = runtime.directory().addresses();
    for (int node : nodes.keySet()) {
      if (node != self() && !runtime.directory().isStruck(node)) {
        RemoteLane _ = lane(node, Lane.CONSENSUS);
      }
    }
    lanes.forEach(
        (place, lane) -> {
          if (nodes.containsKey(place.node()) && !runtime.directory().isStruck(place.node())) {
            lane.loop().execute(() -> lane.beat(place.lane() == Lane.CONSENSUS));
          } else if (lanes.remove(place, lane)) {
            lane.loop().execute(() -> lane.close("the cluster has no such node any more."));
          }
        });
  }

  @Override
  public List<PeerStatus> nodes() {
    long nowNanos = runtime.clock().nanos();
    return new TreeMap<>(runtime.directory().addresses())
        .entrySet().stream()
            .filter(node -> node.getKey() != self())
            .map(
                node ->
                    runtime
                        .states()
                        .of(node.getKey())
                        .status(node.getValue(), nowNanos, runtime.options().suspectMillis()))
            .toList();
  }

  @Override
  public boolean isSuspect(int node) {
    return node != self()
        && runtime
            .states()
            .of(node)
            .isSuspect(runtime.clock().nanos(), runtime.options().suspectMillis());
  }

  @Override
  public Map<RefusalReason, Long> refused() {
    return runtime.refusals().counts();
  }

  /** Cuts all connections; what is under way fails, as far as this node has asked for it. */
  @Override
  public void close() {
    closed = true;
    lanes.values().forEach(lane -> lane.loop().execute(() -> lane.close("this node is stopping.")));
    runtime.network().close();
  }
}
