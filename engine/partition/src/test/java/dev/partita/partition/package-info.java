@NullMarked
package dev.partita.partition;

import org.jspecify.annotations.NullMarked;
