package dev.partita.peer;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What this node knows of another one. Immutable.
 *
 * @param address where it is looked for; null if nobody has said so
 * @param connected whether it can be asked now
 * @param suspect whether it has been silent for so long that it may be gone
 * @param silentMillis since it was heard of; since this node has started if never
 * @param roundTripMicros how long it takes to answer, averaged; 0 if that is not known
 * @param clockOffsetMillis how far its clock is ahead of that of this node
 * @param build the version of its program; null if that is not known
 * @param problem why it is not connected; null if there is no reason
 */
public record PeerStatus(
    int node,
    @Nullable InetSocketAddress address,
    boolean connected,
    boolean suspect,
    long silentMillis,
    long roundTripMicros,
    long clockOffsetMillis,
    @Nullable String build,
    @Nullable String problem) {}
