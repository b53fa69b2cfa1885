/** What answers requests in the benchmark of connections between nodes. */
@NullMarked
package dev.partita.benchmarks.nodes;

import org.jspecify.annotations.NullMarked;
