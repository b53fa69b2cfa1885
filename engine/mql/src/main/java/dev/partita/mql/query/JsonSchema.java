package dev.partita.mql.query;

import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schema of {@code $jsonSchema}: what a value has to be. Keywords about one type leave values of
 * other types alone. Immutable; safe for use by any number of threads.
 */
public record JsonSchema(List<Keyword> keywords) {

  /** A schema or, in the places that have it so, true or false. */
  record Nested(@Nullable JsonSchema schema, boolean allowed) {
    boolean accepts(BsonValue value) {
      return schema == null ? allowed : schema.accepts(value);
    }
  }

  /** One condition of a schema. */
  sealed interface Keyword {
    boolean accepts(BsonValue value);
  }

  /** Reads a schema. Fails with an MqlException if it is none. */
  public static JsonSchema parse(BsonDocument schema) {
    return new JsonSchemaParser().parse(schema);
  }

  public boolean accepts(BsonValue value) {
    for (Keyword keyword : keywords) {
      if (!keyword.accepts(value)) {
        return false;
      }
    }
    return true;
  }

  record Types(Set<BsonType> types) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return types.contains(value.type());
    }
  }

  record Enumeration(List<BsonValue> values) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return values.stream().anyMatch(allowed -> BsonOrder.SIMPLE.equal(allowed, value));
    }
  }

  record Minimum(BsonValue limit, boolean exclusive) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isNumber()) {
        return true;
      }
      int order = BsonNumbers.compare(value, limit);
      return !BsonNumbers.isNan(value) && (exclusive ? order > 0 : order >= 0);
    }
  }

  record Maximum(BsonValue limit, boolean exclusive) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isNumber()) {
        return true;
      }
      int order = BsonNumbers.compare(value, limit);
      return !BsonNumbers.isNan(value) && (exclusive ? order < 0 : order <= 0);
    }
  }

  record MultipleOf(BigDecimal factor) implements Keyword {
    /** Numbers of so different size have no remainder that could be computed cheaply. */
    private static final int MOST_DIGITS = 400;

    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isNumber()) {
        return true;
      }
      BigDecimal number = BsonNumbers.exact(value);
      if (number == null) {
        return false;
      }
      int digits = number.precision() - number.scale() - factor.precision() + factor.scale();
      return number.signum() == 0
          || (Math.abs(digits) <= MOST_DIGITS && number.remainder(factor).signum() == 0);
    }
  }

  record TextLength(long least, long most) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isString()) {
        return true;
      }
      String text = value.asString();
      int length = text.codePointCount(0, text.length());
      return length >= least && length <= most;
    }
  }

  record TextPattern(RegexPattern pattern) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return !value.isString() || pattern.find(value.asString());
    }
  }

  record AllOf(List<JsonSchema> schemas) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return schemas.stream().allMatch(schema -> schema.accepts(value));
    }
  }

  record AnyOf(List<JsonSchema> schemas) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return schemas.stream().anyMatch(schema -> schema.accepts(value));
    }
  }

  record OneOf(List<JsonSchema> schemas) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return schemas.stream().filter(schema -> schema.accepts(value)).limit(2).count() == 1;
    }
  }

  record Not(JsonSchema schema) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return !schema.accepts(value);
    }
  }

  record FieldCount(long least, long most) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isDocument()) {
        return true;
      }
      int size = value.asDocument().size();
      return size >= least && size <= most;
    }
  }

  record Required(Set<String> names) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      return !value.isDocument() || fieldNames(value).containsAll(names);
    }
  }

  private static Set<String> fieldNames(BsonValue document) {
    Set<String> names = new HashSet<>();
    for (BsonElement element : document.asDocument()) {
      names.add(element.name());
    }
    return names;
  }

  /** properties, patternProperties and additionalProperties, which belong together. */
  record Properties(
      Map<String, JsonSchema> named,
      Map<RegexPattern, JsonSchema> patterns,
      @Nullable Nested additional)
      implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isDocument()) {
        return true;
      }
      for (BsonElement element : value.asDocument()) {
        if (!accepts(element)) {
          return false;
        }
      }
      return true;
    }

    private boolean accepts(BsonElement element) {
      JsonSchema schema = named.get(element.name());
      boolean known = schema != null;
      if (schema != null && !schema.accepts(element.value())) {
        return false;
      }
      for (Map.Entry<RegexPattern, JsonSchema> pattern : patterns.entrySet()) {
        if (pattern.getKey().find(element.name())) {
          known = true;
          if (!pattern.getValue().accepts(element.value())) {
            return false;
          }
        }
      }
      return known || additional == null || additional.accepts(element.value());
    }
  }

  /** What has to hold if a field is there: other fields, or a schema of the whole. */
  record Dependencies(Map<String, Set<String>> fields, Map<String, JsonSchema> schemas)
      implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isDocument()) {
        return true;
      }
      Set<String> names = fieldNames(value);
      return fields.entrySet().stream()
              .allMatch(
                  dependency ->
                      !names.contains(dependency.getKey())
                          || names.containsAll(dependency.getValue()))
          && schemas.entrySet().stream()
              .allMatch(
                  dependency ->
                      !names.contains(dependency.getKey()) || dependency.getValue().accepts(value));
    }
  }

  record ItemCount(long least, long most) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isArray()) {
        return true;
      }
      int size = value.asArray().size();
      return size >= least && size <= most;
    }
  }

  record UniqueItems() implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isArray()) {
        return true;
      }
      Set<BsonOrder.Key> seen = new HashSet<>();
      for (BsonValue element : value.asArray()) {
        if (!seen.add(BsonOrder.SIMPLE.key(element))) {
          return false;
        }
      }
      return true;
    }
  }

  /** A schema for each of the first elements, and one for all others. */
  record Items(List<JsonSchema> first, @Nullable Nested others) implements Keyword {
    @Override
    public boolean accepts(BsonValue value) {
      if (!value.isArray()) {
        return true;
      }
      BsonCursor cursor = value.cursor();
      for (int i = 0; cursor.next(); i++) {
        if (i < first.size()) {
          if (!first.get(i).accepts(cursor.value())) {
            return false;
          }
        } else if (others == null) {
          return true;
        } else if (!others.accepts(cursor.value())) {
          return false;
        }
      }
      return true;
    }
  }
}
