/** The contract that every store keeps, and what is special about each. */
@NullMarked
package dev.partita.storage.memory;

import org.jspecify.annotations.NullMarked;
