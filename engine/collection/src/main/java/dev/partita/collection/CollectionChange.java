package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyReader;
import dev.partita.bson.BsonValue;
import dev.partita.partition.RecordKey;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a document.
 *
 * @param current the document as it was written; null if it was removed, or is not known any more
 * @param previous the document before; null if there was none, or it is not known
 * @param whole whether the document was written as a whole
 * @param after where to go on behind this change
 */
public record CollectionChange(
    Kind kind,
    long timeMillis,
    long lsn,
    RecordKey key,
    @Nullable BsonDocument current,
    @Nullable BsonDocument previous,
    boolean whole,
    FeedPosition after) {

  /** What kind of change it is. */
  public enum Kind {
    INSERT,
    CHANGE,
    DELETE
  }

  /** The id of the document; equal to it as queries see it. */
  public BsonValue id() {
    BsonDocument known = current == null ? previous : current;
    BsonValue id = known == null ? null : known.get("_id");
    return id == null ? new BsonKeyReader(key.id()).next() : id;
  }
}
