package dev.partita.peer;

import dev.partita.net.link.LinkRules;
import dev.partita.peer.wire.Frame;
import dev.partita.replication.peer.Peers;
import java.net.InetSocketAddress;

/**
 * How nodes talk to each other. Immutable.
 *
 * @param listen where this node listens for others; port 0 stands for any free one
 * @param heartbeatMillis how often each node is asked whether it is there
 * @param suspectMillis after which silence a node is suspected to be gone
 * @param silentMillis after which silence a connection is given up, with all that is under way
 * @param clockWarnMillis by how much the clock of a node may differ before that is mentioned
 * @param clockRefuseMillis by how much it may differ before the node is refused
 * @param windowBytes of the requests that a node has been sent on a lane and has not answered;
 *     further ones wait
 * @param waitingBytes of the requests that wait on a lane; further ones fail at once
 * @param backoffMinMillis how long to wait after a failed connection, doubled each time, up to
 *     {@code backoffMaxMillis}
 * @param links bounds of connections
 */
public record PeerOptions(
    InetSocketAddress listen,
    long heartbeatMillis,
    long suspectMillis,
    long silentMillis,
    long clockWarnMillis,
    long clockRefuseMillis,
    long windowBytes,
    long waitingBytes,
    long backoffMinMillis,
    long backoffMaxMillis,
    LinkRules links) {

  /** The port for nodes, unless another is given. */
  public static final int PORT = 8980;

  public PeerOptions {
    if (heartbeatMillis <= 0
        || suspectMillis <= heartbeatMillis
        || silentMillis <= heartbeatMillis
        || clockWarnMillis <= 0
        || clockRefuseMillis < clockWarnMillis
        || windowBytes <= 0
        || waitingBytes <= 0
        || backoffMinMillis <= 0
        || backoffMaxMillis < backoffMinMillis) {
      throw new IllegalArgumentException("Options of nodes that contradict each other");
    }
  }

  /** What suits nodes in one region. */
  public static PeerOptions standard(InetSocketAddress listen) {
    return new PeerOptions(
        listen,
        500,
        3_000,
        10_000,
        100,
        500,
        48L << 20,
        64L << 20,
        50,
        1_000,
        LinkRules.standard(Peers.BODY_BYTES_MAX + Frame.HEAD_BYTES_MAX));
  }

  public PeerOptions withHeartbeat(long newHeartbeatMillis, long newSuspectMillis) {
    return new PeerOptions(
        listen,
        newHeartbeatMillis,
        newSuspectMillis,
        silentMillis,
        clockWarnMillis,
        clockRefuseMillis,
        windowBytes,
        waitingBytes,
        backoffMinMillis,
        backoffMaxMillis,
        links);
  }

  public PeerOptions withSilentMillis(long newSilentMillis) {
    return new PeerOptions(
        listen,
        heartbeatMillis,
        suspectMillis,
        newSilentMillis,
        clockWarnMillis,
        clockRefuseMillis,
        windowBytes,
        waitingBytes,
        backoffMinMillis,
        backoffMaxMillis,
        links);
  }

  public PeerOptions withClock(long newWarnMillis, long newRefuseMillis) {
    return new PeerOptions(
        listen,
        heartbeatMillis,
        suspectMillis,
        silentMillis,
        newWarnMillis,
        newRefuseMillis,
        windowBytes,
        waitingBytes,
        backoffMinMillis,
        backoffMaxMillis,
        links);
  }

  public PeerOptions withBytes(long newWindowBytes, long newWaitingBytes) {
    return new PeerOptions(
        listen,
        heartbeatMillis,
        suspectMillis,
        silentMillis,
        clockWarnMillis,
        clockRefuseMillis,
        newWindowBytes,
        newWaitingBytes,
        backoffMinMillis,
        backoffMaxMillis,
        links);
  }
}
