package dev.partita.peer;

import dev.partita.base.time.Clock;
import dev.partita.net.link.LinkNetwork;
import dev.partita.net.link.LinkTls;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * What all connections of a node share. Immutable; safe for any number of threads.
 *
 * @param tls what this node shows and whom it believes, as of now
 */
record PeerRuntime(
    LocalNode self,
    PeerOptions options,
    PeerDirectory directory,
    Clock clock,
    LinkNetwork network,
    Supplier<LinkTls> tls,
    PeerStates states,
    Admission admission,
    Refusals refusals,
    ConnectionLog log) {

  /** The name of what nodes speak, in the handshake of TLS. */
  static final String PROTOCOL = "partita/1";

  private static final int DOUBLINGS_MAX = 16;

  void connect(RemoteLane lane) {
    InetSocketAddress address = directory.addresses().get(lane.node());
    if (address == null) {
      lane.loop().execute(() -> lane.lost("its address is not known."));
    } else {
      network.connect(
          lane.loop(), address, tls, PROTOCOL, new OutgoingPeer(lane, this, address.toString()));
    }
  }

  /** How long to wait after so many failures; not the same for all, lest they come together. */
  long backoffMillis(int failures) {
    long millis =
        Math.min(
            options.backoffMaxMillis(),
            options.backoffMinMillis() << Math.min(failures, DOUBLINGS_MAX));
    return millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
  }
}
