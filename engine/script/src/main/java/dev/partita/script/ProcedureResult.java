package dev.partita.script;

import dev.partita.json.JsonValue;

/**
 * What a script that ended well has left.
 *
 * @param body what it answers, or undefined if it set nothing
 * @param log what it wrote to the console
 */
public record ProcedureResult(JsonValue body, String log) {}
