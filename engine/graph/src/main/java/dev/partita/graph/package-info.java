/**
 * Graphs over the items of containers, for Apache TinkerPop.
 *
 * <p>A vertex or an edge is one item, in the shape that the service of this model gives it ({@link
 * dev.partita.graph.VertexShape}, {@link dev.partita.graph.EdgeShape}). An edge lies in the logical
 * partition of the vertex it leaves and names the one it leads to. Two composite indexes of the
 * container ({@link dev.partita.graph.GraphIndexes}) put the edges of a vertex next to each other,
 * with all that is needed to walk on: whoever writes an edge, through whatever API, writes their
 * entries in the same transaction.
 *
 * <p>Start with {@link dev.partita.graph.Graphs}, which opens the {@link
 * dev.partita.graph.GraphStore} of a container, and {@link dev.partita.graph.PartitaGraph}, which
 * is the graph as a traversal sees it: for the time of one traversal on a server, or as long as one
 * likes inside a program. {@link dev.partita.graph.ProviderStrategies} has what makes traversals
 * quick: steps that go straight to partitions and indexes.
 *
 * <p>What must stay true: an edge is written whole or not at all, since it is one item; what a
 * traversal changes within one logical partition is committed together; an edge is never written
 * before its vertices, and never outlives them when they are dropped through this package.
 */
@NullMarked
package dev.partita.graph;

import org.jspecify.annotations.NullMarked;
