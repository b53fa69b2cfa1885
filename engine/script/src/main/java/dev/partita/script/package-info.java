/**
 * Stored procedures, triggers and functions in JavaScript. Start with {@link
 * dev.partita.script.ScriptEngine}, which compiles a {@link dev.partita.script.Script} and runs it
 * against a {@link dev.partita.script.ScriptHost}, the port through which a script accesses the
 * items of its logical partition.
 *
 * <p>What must stay true: every procedure and trigger runs in a context of its own, which is
 * discarded afterwards, and functions share one for a query; only text, numbers and booleans cross
 * between a script and the server; no script exceeds its {@link dev.partita.script.ScriptLimits};
 * and the engine is not loaded before the first script is compiled. The owner of the host rolls
 * back the writes of a script that fails. Why this engine: {@code
 * docs/adr/0007-javascript-engine.md}.
 */
@NullMarked
package dev.partita.script;

import org.jspecify.annotations.NullMarked;
