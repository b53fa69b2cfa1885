/**
 * Threads that pages of queries share. {@link dev.partita.execution.parallel.LongQueryScheduler}
 * limits how many long pages run at once and owns the threads that help with scans ({@code
 * ScanThreads}); {@code OrderedParallel} computes on them ahead and returns results in order;
 * {@code PositionSlices} cuts ranges of positions into pieces of about equal width.
 *
 * <p>Invariant: results never depend on how many threads helped, only the time does.
 */
@NullMarked
package dev.partita.execution.parallel;

import org.jspecify.annotations.NullMarked;
