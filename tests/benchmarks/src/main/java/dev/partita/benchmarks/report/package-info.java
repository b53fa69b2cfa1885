/**
 * Formatting of results: {@link dev.partita.benchmarks.report.Result} is the result of a benchmark.
 */
@NullMarked
package dev.partita.benchmarks.report;

import org.jspecify.annotations.NullMarked;
