@NullMarked
package dev.partita.testing;

import org.jspecify.annotations.NullMarked;
