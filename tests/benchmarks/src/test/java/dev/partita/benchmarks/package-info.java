/** That the benchmarks compare what they say they compare. */
@NullMarked
package dev.partita.benchmarks;

import org.jspecify.annotations.NullMarked;
