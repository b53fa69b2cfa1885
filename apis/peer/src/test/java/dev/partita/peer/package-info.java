/** Tests of the connections between nodes. */
@NullMarked
package dev.partita.peer;

import org.jspecify.annotations.NullMarked;
