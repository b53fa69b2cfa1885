package dev.partita.mql.projection;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import java.util.function.Consumer;

/**
 * The values of a path for the distinct command: those of array elements one by one, null included,
 * what is missing not. Immutable; safe for use by any number of threads.
 */
public record DistinctValues(BsonPath path) {

  /** Passes on all values of a document, equal ones included. */
  public void of(BsonDocument document, Consumer<BsonValue> consumer) {
    path.visitWhole(
        document,
        (value, _) -> {
          if (value != null && value.isArray()) {
            value.asArray().forEach(consumer);
          } else if (value != null) {
            consumer.accept(value);
          }
          return true;
        });
  }
}
