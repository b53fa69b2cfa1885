package dev.partita.net.websocket;

/** What speaks over WebSockets, where an HTTP server lets connections become such. */
@FunctionalInterface
public interface WebSocketHandler {

  /**
   * Takes a connection that has become a WebSocket. Called on its event loop, like the methods of
   * what is returned, and hence not to block.
   */
  WebSocketPeer open(WebSocket socket);
}
