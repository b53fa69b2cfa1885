package dev.partita.script;

import dev.partita.json.JsonValue;

/**
 * Result of a successful procedure. Immutable.
 *
 * @param body its response, or undefined if it set none
 * @param log its output on the console
 */
public record ProcedureResult(JsonValue body, String log) {}
