package dev.partita.script;

import dev.partita.json.JsonValue;
import java.util.Map;

/**
 * Operation that a trigger belongs to. Immutable.
 *
 * @param operation Create, Replace, Upsert or Delete
 * @param headers headers of the request, with names in lower case
 * @param request document of the request, or undefined if it has none
 * @param response response of the operation, or undefined before it has run
 */
public record TriggerCall(
    String operation, Map<String, String> headers, JsonValue request, JsonValue response) {}
