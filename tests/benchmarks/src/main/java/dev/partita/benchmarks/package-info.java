/**
 * Performance of the database in relation to the limits of the machine. Every benchmark measures
 * the limit in the same run as the database, in turns, since two figures from different moments of
 * a shared machine are not comparable. {@link dev.partita.benchmarks.Main} is the program;
 * docs/benchmarks.md has the figures and how they were made.
 */
@NullMarked
package dev.partita.benchmarks;

import org.jspecify.annotations.NullMarked;
