package dev.partita.mql.update;

import dev.partita.bson.BsonValue;
import dev.partita.mql.Variables;

/**
 * What an update needs besides the document.
 *
 * @param now the current date
 * @param timestamp the current timestamp
 * @param matchedIndex the array index that the query matched, for {@code a.$}; -1 if there is none
 * @param isInsert whether the document is made by an upsert
 * @param variables variables of the command, for updates by a pipeline
 */
public record UpdateScope(
    BsonValue now, BsonValue timestamp, int matchedIndex, boolean isInsert, Variables variables) {

  UpdateScope forInsert() {
    return new UpdateScope(now, timestamp, -1, true, variables);
  }
}
