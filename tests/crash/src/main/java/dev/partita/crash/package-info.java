/**
 * Crash tests: an engine in a process of its own is killed, at random moments and at every step of
 * a split and of a merge, and the folder it leaves is compared with what it acknowledged.
 *
 * <p>{@link dev.partita.crash.Workload} is the process that is killed: it writes, splits, merges
 * and cleans up, and prints on its standard output what it is about to do and what has been
 * acknowledged. Among the tests, {@code Victim} is the handle on that process, {@code Model} the
 * expected state, {@code Inspection} the comparison.
 *
 * <p>What must stay true: an operation is announced before it starts, and an acknowledgement is
 * printed only after the engine has given it; so an operation that was neither acknowledged nor
 * announced cannot have happened.
 */
@NullMarked
package dev.partita.crash;

import org.jspecify.annotations.NullMarked;
