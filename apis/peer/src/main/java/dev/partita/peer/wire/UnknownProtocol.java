package dev.partita.peer.wire;

import java.io.Serial;

/** A node speaks only protocols that this one does not. */
public final class UnknownProtocol extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  UnknownProtocol(int min, int max) {
    super(
        "It speaks protocol %d to %d, this node %d to %d."
            .formatted(min, max, Frame.PROTOCOL_MIN, Frame.PROTOCOL_MAX),
        null,
        false,
        false);
  }
}
