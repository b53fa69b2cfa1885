package dev.partita.mql.update;

import dev.partita.bson.BsonDocument;

/**
 * The outcome of an update.
 *
 * @param document the new document
 * @param isModified whether it counts as modified; if not, it is the old one
 * @param description what changed
 */
public record UpdateResult(
    BsonDocument document, boolean isModified, UpdateDescription description) {}
