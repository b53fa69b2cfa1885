/**
 * Connections whatever protocol they speak. A connection begins with {@link
 * dev.partita.net.transport.ProtocolSniffer}, which admits it, begins TLS if the client does, and
 * finds out which {@link dev.partita.net.transport.ConnectionProtocol} it speaks; {@link
 * dev.partita.net.transport.Transport} has what all connections of a server share. {@link
 * dev.partita.net.transport.RateLimitedLog} is for what clients can bring about as often as they
 * like.
 *
 * <p>What must stay true: a connection and its handlers are confined to one event loop;
 * certificates are read and TLS is computed on other threads; a connection that has been closed has
 * given back all it took from the budgets.
 */
@NullMarked
package dev.partita.net.transport;

import org.jspecify.annotations.NullMarked;
