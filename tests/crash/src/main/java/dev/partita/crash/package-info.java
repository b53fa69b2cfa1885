/**
 * Crashes: an engine in a process of its own is killed, at random moments and at every step of a
 * split and of a merge, and what it left behind is held against what it had acknowledged.
 *
 * <p>{@link dev.partita.crash.Workload} is the process that gets killed: it writes, splits, merges
 * and cleans up, and says on its standard output what it is about to do and what has been
 * acknowledged. Among the tests, {@code Victim} is that process as the test sees it, {@code Model}
 * what must be there afterwards, {@code Inspection} the comparison.
 *
 * <p>What must stay true: an operation is announced before it starts, and an acknowledgement is
 * passed on only after the engine has given it; so whatever was neither acknowledged nor announced
 * cannot have happened.
 */
@NullMarked
package dev.partita.crash;

import org.jspecify.annotations.NullMarked;
