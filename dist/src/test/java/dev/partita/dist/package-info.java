@NullMarked
package dev.partita.dist;

import org.jspecify.annotations.NullMarked;
