/**
 * Stored procedures, triggers and functions in JavaScript. Start with {@link
 * dev.partita.script.ScriptEngine}, which compiles a {@link dev.partita.script.Script} and runs it
 * against a {@link dev.partita.script.ScriptHost}, the port through which a script reaches the
 * items of its logical partition.
 *
 * <p>What stays true: every execution has a context of its own, made for it and thrown away after
 * it; only texts, numbers and truth values cross between a script and the server; no script
 * outlives its {@link dev.partita.script.ScriptLimits}; and nothing is paid for until the first
 * script is compiled. A script that fails leaves undoing its writes to whoever gave it the host.
 * Why this engine: {@code docs/adr/0007-javascript-engine.md}.
 */
@NullMarked
package dev.partita.script;

import org.jspecify.annotations.NullMarked;
