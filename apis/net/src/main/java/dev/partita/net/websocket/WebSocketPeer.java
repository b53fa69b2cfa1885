package dev.partita.net.websocket;

/** The server's end of a conversation over a WebSocket. Called on its event loop; not to block. */
public interface WebSocketPeer {

  /**
   * A whole message has arrived, which belongs to the peer from now on. It counts as held by the
   * server until the peer has called {@link WebSocket#handled}.
   */
  void message(byte[] message, boolean text);

  /** The connection is gone. */
  void closed();
}
