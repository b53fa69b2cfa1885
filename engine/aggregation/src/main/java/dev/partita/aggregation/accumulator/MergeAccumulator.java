package dev.partita.aggregation.accumulator;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One document of the fields of all, of which the last ones win. */
final class MergeAccumulator extends Accumulator {

  private static final int FIELD_BYTES = 80;

  private final Map<String, BsonValue> fields = new LinkedHashMap<>();

  @Override
  public void add(@Nullable BsonValue value) {
    if (value == null || value.isNullish()) {
      return;
    }
    if (!value.isDocument()) {
      throw new MqlException(5_911_200, "$mergeObjects only supports objects");
    }
    for (BsonElement field : value.asDocument()) {
      BsonValue before = fields.put(field.name(), field.value().detached());
      hold(
          "$mergeObjects",
          field.value().byteLength()
              + (before == null ? field.name().length() + FIELD_BYTES : -before.byteLength()));
    }
  }

  @Override
  public BsonValue result() {
    BsonBuilder merged = BsonDocument.builder();
    fields.forEach(merged::put);
    return merged.build().toValue();
  }

  @Override
  public BsonValue partial() {
    return result();
  }

  @Override
  public void merge(BsonValue partial) {
    add(partial);
  }
}
