/** Small helpers for threads. */
@NullMarked
package dev.partita.base.concurrent;

import org.jspecify.annotations.NullMarked;
