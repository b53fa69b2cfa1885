package dev.partita.aggregation.stage;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Values of one document, and filters for the documents that have them. Pure functions. */
final class JoinValues {

  private JoinValues() {}

  /** All values that a path leads to, those of arrays one by one. */
  static List<BsonValue> of(BsonDocument document, BsonPath path) {
    List<BsonValue> found = new ArrayList<>();
    path.visitWhole(
        document,
        (value, _) -> {
          if (value != null && value.isArray()) {
            value.asArray().forEach(found::add);
          } else if (value != null) {
            found.add(value);
          }
          return true;
        });
    return found;
  }

  /** The documents that have any of the values in a field. */
  static DocumentFilter filter(String field, Collection<BsonValue> values, MqlContext context) {
    boolean plain =
        values.stream().noneMatch(each -> each.type() == BsonType.REGEX || each.isDocument());
    BsonDocument filter;
    if (values.size() == 1) {
      filter = equal(field, values.iterator().next());
    } else if (plain) {
      filter =
          BsonDocument.of(field, BsonDocument.of("$in", BsonArray.of(values).toValue()).toValue());
    } else {
      BsonBuilder each = BsonDocument.builder().startArray("$or");
      values.forEach(value -> each.add(equal(field, value).toValue()));
      filter = each.end().build();
    }
    return DocumentFilter.parse(filter, context);
  }

  private static BsonDocument equal(String field, BsonValue value) {
    return BsonDocument.of(field, BsonDocument.of("$eq", value).toValue());
  }
}
