/**
 * The network: the only code that knows Netty. {@link dev.partita.net.NetServer} listens on
 * addresses and says what is spoken at each; the rooms below have the protocols, from the bottom
 * up:
 *
 * <ul>
 *   <li>{@code tls}: certificates and keys, and where they come from;
 *   <li>{@code execution}: where the work of requests runs;
 *   <li>{@code transport}: connections whatever they speak: event loops, threads, limits,
 *       admission, TLS, the choice of a protocol by the first bytes, draining;
 *   <li>{@code http}: requests, responses and what handles them; {@code http.http1} and {@code
 *       http.http2} are the two ways to say them;
 *   <li>{@code websocket}: HTTP/1 connections that become WebSockets;
 *   <li>{@code frames}: protocols of their own, whose messages have lengths.
 * </ul>
 *
 * <p>What must stay true: everything a client can make the server hold is bounded by {@link
 * dev.partita.net.transport.NetLimits}, and all protocols share these bounds; a room knows only
 * those above it in this list.
 */
@NullMarked
package dev.partita.net;

import org.jspecify.annotations.NullMarked;
