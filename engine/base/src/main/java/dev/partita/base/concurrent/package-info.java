/**
 * Waits for threads and executors: {@link dev.partita.base.concurrent.Uninterruptibly}; and who
 * must not wait at all: {@link dev.partita.base.concurrent.SharedThread}.
 */
@NullMarked
package dev.partita.base.concurrent;

import org.jspecify.annotations.NullMarked;
