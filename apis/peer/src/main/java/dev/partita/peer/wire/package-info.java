/**
 * The frames that nodes exchange, as docs/formats/peer.md has them: {@link
 * dev.partita.peer.wire.Frame} reads them and writes their heads.
 *
 * <p>What must stay true: what cannot be read ends the connection with a message that says so; a
 * failure that says that nothing was done is never read as one that leaves it open, nor the other
 * way round, in whichever version it was written.
 */
@NullMarked
package dev.partita.peer.wire;

import org.jspecify.annotations.NullMarked;
