/**
 * A model that is no document: a queue of messages in bytes, with visibility by timers, long polls
 * by signals and no change log. It shows what partitions offer to models, and that the engine's
 * checks, splits and restarts hold for any of them.
 */
@NullMarked
package dev.partita.testkit.queue;

import org.jspecify.annotations.NullMarked;
