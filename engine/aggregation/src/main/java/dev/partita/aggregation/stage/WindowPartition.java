package dev.partita.aggregation.stage;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import dev.partita.mql.sort.SortPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The documents that windows are within, in their order. Not for use by several threads.
 *
 * @param order null for none
 */
record WindowPartition(
    List<BsonDocument> documents, @Nullable SortPattern order, Variables variables) {

  int size() {
    return documents.size();
  }

  /** The value of an expression for each document, null where it is missing. */
  List<@Nullable BsonValue> values(Expression expression) {
    List<@Nullable BsonValue> values = new ArrayList<>(size());
    for (BsonDocument document : documents) {
      values.add(expression.evaluate(document, variables));
    }
    return values;
  }

  /** What the documents are sorted by if that is one field; null where it is missing. */
  List<@Nullable BsonValue> sortValues() {
    if (order == null || order.fields().isEmpty()) {
      return new ArrayList<>();
    }
    BsonPath path = order.fields().getFirst().path();
    List<@Nullable BsonValue> values = new ArrayList<>(size());
    for (BsonDocument document : documents) {
      values.add(path.resolve(document));
    }
    return values;
  }
}
