package dev.partita.aggregation.expression;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path into the document or a variable: {@code $a.b}, {@code $$this.c}. In an array it is the
 * array of what the path leads to in each of its documents; numbers are names, never indexes.
 *
 * @param variable null for the document
 * @param names in UTF-8
 */
record FieldPath(@Nullable String variable, List<byte[]> names) implements Expression {

  static FieldPath of(@Nullable String variable, List<String> names) {
    return new FieldPath(
        variable, names.stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toList());
  }

  @Override
  public @Nullable BsonValue evaluate(BsonDocument document, Variables variables) {
    BsonValue base = variable == null ? document.toValue() : variables.get(variable);
    return base == null ? null : follow(base, 0);
  }

  private @Nullable BsonValue follow(BsonValue value, int from) {
    BsonValue at = value;
    for (int i = from; i < names.size(); i++) {
      if (at.isArray()) {
        return each(at.asArray(), i);
      }
      BsonValue next = at.isDocument() ? at.asDocument().get(names.get(i)) : null;
      if (next == null) {
        return null;
      }
      at = next;
    }
    return at;
  }

  private BsonValue each(BsonArray array, int from) {
    List<BsonValue> found = new ArrayList<>();
    BsonCursor cursor = array.cursor();
    while (cursor.next()) {
      BsonValue element = cursor.value();
      BsonValue value = element.isDocument() ? follow(element, from) : null;
      if (value != null) {
        found.add(value);
      }
    }
    return BsonArray.of(found).toValue();
  }
}
