/**
 * The same traversals of the same graph on several databases, each in a process of its own: {@link
 * dev.partita.benchmarks.graph.GraphProcess} is what runs there. {@link
 * dev.partita.benchmarks.graph.GraphWork} knows nothing but TinkerPop, of which the databases may
 * have different versions.
 */
@NullMarked
package dev.partita.benchmarks.graph;

import org.jspecify.annotations.NullMarked;
