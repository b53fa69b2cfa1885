/**
 * WebSockets: {@link dev.partita.net.websocket.WebSocketUpgrade} makes one of an HTTP/1 connection
 * when a request asks for that, and a {@link dev.partita.net.websocket.WebSocketHandler} gives each
 * its peer.
 *
 * <p>What must stay true: messages count as held by the server until the peer has handled them; a
 * client that has not said who it is in time is cut off.
 */
@NullMarked
package dev.partita.net.websocket;

import org.jspecify.annotations.NullMarked;
