/**
 * The same traversals of the same graph on several databases, each in a process of its own, which
 * is {@link dev.partita.benchmarks.graph.GraphProcess}. {@link
 * dev.partita.benchmarks.graph.GraphWork} uses TinkerPop only, of which the databases may have
 * different versions.
 */
@NullMarked
package dev.partita.benchmarks.graph;

import org.jspecify.annotations.NullMarked;
