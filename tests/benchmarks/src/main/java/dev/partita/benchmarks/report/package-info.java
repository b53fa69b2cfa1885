/** How figures are shown: {@link dev.partita.benchmarks.report.Result} is what there is to show. */
@NullMarked
package dev.partita.benchmarks.report;

import org.jspecify.annotations.NullMarked;
