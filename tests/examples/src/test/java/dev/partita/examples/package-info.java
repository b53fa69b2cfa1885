/** Tests as users of partita-testing write them, and of the kit itself. */
@NullMarked
package dev.partita.examples;

import org.jspecify.annotations.NullMarked;
