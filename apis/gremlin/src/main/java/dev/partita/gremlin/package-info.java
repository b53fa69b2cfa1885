/**
 * Gremlin API: traversals of graphs over WebSocket and HTTP, for unmodified drivers. Start with
 * {@link dev.partita.gremlin.GremlinApi}; {@link dev.partita.gremlin.GremlinConnection} reads
 * requests, {@link dev.partita.gremlin.ScriptParser} and {@link
 * dev.partita.gremlin.BytecodeValidator} turn them into bytecode of allowed steps, {@link
 * dev.partita.gremlin.Evaluation} runs it.
 *
 * <p>What must stay true: nothing of TinkerPop is loaded before the first client connects; no code
 * of a client is executed, only steps of the {@link dev.partita.gremlin.Vocabulary}; every
 * evaluation has a time limit.
 */
@NullMarked
package dev.partita.gremlin;

import org.jspecify.annotations.NullMarked;
