/** Tests of the frames between nodes. */
@NullMarked
package dev.partita.peer.wire;

import org.jspecify.annotations.NullMarked;
