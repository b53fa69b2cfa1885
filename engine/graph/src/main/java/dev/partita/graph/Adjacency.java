package dev.partita.graph;

/**
 * The edges of a vertex in one direction, in the order of the index: by label, then by neighbour.
 * Immutable.
 *
 * @param epoch the state of the cache in which they were read
 */
record Adjacency(Link[] links, long epoch) {}
