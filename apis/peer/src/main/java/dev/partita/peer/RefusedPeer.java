package dev.partita.peer;

import java.io.Serial;

/** The end of a connection between nodes that must not be. It has no stack: it is no defect. */
final class RefusedPeer extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final RefusalReason reason;

  /**
   * @param text says what is wrong and what to do, to whoever reads the log of either node
   */
  RefusedPeer(RefusalReason reason, String text) {
    super(text, null, false, false);
    this.reason = reason;
  }

  RefusalReason reason() {
    return reason;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
