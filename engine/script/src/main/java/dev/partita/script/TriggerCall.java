package dev.partita.script;

import dev.partita.json.JsonValue;
import java.util.Map;

/**
 * The operation that a trigger is about.
 *
 * @param operation Create, Replace, Upsert or Delete
 * @param headers of the request, by their names in lower case
 * @param request the document of the request, or undefined if it has none
 * @param response what the operation answers, or undefined as long as it has not run
 */
public record TriggerCall(
    String operation, Map<String, String> headers, JsonValue request, JsonValue response) {}
