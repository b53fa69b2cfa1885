/** Clusters of real processes whose nodes are killed, stopped and cut off, and what clients see. */
@NullMarked
package dev.partita.faults;

import org.jspecify.annotations.NullMarked;
