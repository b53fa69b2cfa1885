/**
 * Partita inside a Java process: {@link dev.partita.embedded.Partita} is a server that lives and
 * ends with a block of code.
 */
@NullMarked
package dev.partita.embedded;

import org.jspecify.annotations.NullMarked;
