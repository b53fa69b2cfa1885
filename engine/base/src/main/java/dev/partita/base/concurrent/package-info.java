/** Waits for threads and executors: {@link dev.partita.base.concurrent.Uninterruptibly}. */
@NullMarked
package dev.partita.base.concurrent;

import org.jspecify.annotations.NullMarked;
