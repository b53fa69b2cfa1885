/**
 * What a protocol is to a server. A protocol is one {@link dev.partita.protocol.ProtocolModule}: it
 * declares its settings and its listeners, and starts a {@link dev.partita.protocol.Protocol} on
 * the {@link dev.partita.protocol.ProtocolServices} that the server gives it. The server lists its
 * modules in one place and knows none of them by name.
 *
 * <p>What must stay true: a new protocol is a new module and a line in that list. A protocol knows
 * no other; what one does for tools that ask the admin API goes through {@link
 * dev.partita.protocol.OperatorAction}.
 */
@NullMarked
package dev.partita.protocol;

import org.jspecify.annotations.NullMarked;
