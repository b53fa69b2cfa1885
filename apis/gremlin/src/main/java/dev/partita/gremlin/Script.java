package dev.partita.gremlin;

import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;

/**
 * A script that has been understood.
 *
 * @param profile whether it asks how it was carried out instead of what it gives
 * @param silent whether it asks for nothing to be returned
 */
record Script(Bytecode bytecode, boolean profile, boolean silent) {}
