package dev.partita.peer;

/** Why a connection between nodes is refused. The names are in the frames, so they stay. */
public enum RefusalReason {
  /** It does not speak TLS 1.3, or shows a certificate that this cluster has not made. */
  HANDSHAKE,
  /** It shows no certificate. */
  NO_CERTIFICATE,
  /** What it sends is not what nodes send. */
  FRAME,
  /** It speaks only protocols that this node does not. */
  PROTOCOL,
  OTHER_CLUSTER,
  /** It says that it is another node than its certificate does. */
  OTHER_CERTIFICATE,
  /** It looks for another node than this one. */
  OTHER_NODE,
  /** It was removed from the cluster. */
  STRUCK,
  /** Another process has the same identity, and is alive. */
  SAME_IDENTITY,
  /** Its data folder is a copy of another node's, or an old one. */
  COPIED_FOLDER,
  /** Its clock is too far off. */
  CLOCK,
  /** It wants to join and cannot: it has no good token, or what it says of itself cannot be. */
  JOIN
}
