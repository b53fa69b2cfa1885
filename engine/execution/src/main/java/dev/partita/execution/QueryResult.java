package dev.partita.execution;

import dev.partita.json.JsonValue;

/**
 * One result, with its JSON, which had to be made to know its size. The bytes are not to be
 * modified.
 */
public record QueryResult(JsonValue value, byte[] json) {}
