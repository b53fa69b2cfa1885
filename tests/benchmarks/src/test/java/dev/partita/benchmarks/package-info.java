/** Tests that the benchmarks compare what they claim to compare. */
@NullMarked
package dev.partita.benchmarks;

import org.jspecify.annotations.NullMarked;
