package dev.partita.aggregation.stage;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.FieldNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A field at a path through documents alone, which is set or removed. Immutable. */
record NestedField(List<String> names) {

  static NestedField of(String path) {
    return new NestedField(FieldNames.ofPath(path));
  }

  /** The value of the field; null if it is missing. */
  @Nullable BsonValue in(BsonDocument document) {
    BsonValue value = document.toValue();
    for (String name : names) {
      if (!value.isDocument()) {
        return null;
      }
      BsonValue next = value.asDocument().get(name);
      if (next == null) {
        return null;
      }
      value = next;
    }
    return value;
  }

  /** The document with another value in its place, or without the field. */
  BsonDocument set(BsonDocument document, @Nullable BsonValue value) {
    BsonBuilder out = new BsonBuilder(document.byteLength() + 64);
    set(document.cursor(), 0, value, out);
    return out.build();
  }

  private void set(
      @Nullable BsonCursor fields, int part, @Nullable BsonValue value, BsonBuilder out) {
    String name = names.get(part);
    boolean found = false;
    while (fields != null && fields.next()) {
      if (!found && fields.name().equals(name)) {
        found = true;
        put(fields.value(), part, value, out);
      } else {
        out.put(fields);
      }
    }
    if (!found && value != null) {
      put(null, part, value, out);
    }
  }

  private void put(
      @Nullable BsonValue before, int part, @Nullable BsonValue value, BsonBuilder out) {
    String name = names.get(part);
    if (part == names.size() - 1) {
      if (value != null) {
        out.put(name, value);
      }
      return;
    }
    if (value == null && before != null && !before.isDocument()) {
      out.put(name, before);
      return;
    }
    out.startDocument(name);
    set(before != null && before.isDocument() ? before.cursor() : null, part + 1, value, out);
    out.end();
  }
}
