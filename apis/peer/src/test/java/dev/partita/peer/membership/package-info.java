/** Tests of how nodes join and keep their certificates. */
@NullMarked
package dev.partita.peer.membership;

import org.jspecify.annotations.NullMarked;
