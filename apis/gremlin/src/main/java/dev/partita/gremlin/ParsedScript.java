package dev.partita.gremlin;

import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;

/**
 * Parsed script. Immutable.
 *
 * @param profile whether it asks for its execution profile instead of its results
 * @param silent whether it asks for no results
 */
record ParsedScript(Bytecode bytecode, boolean profile, boolean silent) {}
