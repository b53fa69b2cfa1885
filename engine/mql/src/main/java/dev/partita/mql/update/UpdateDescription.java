package dev.partita.mql.update;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * What an update changed, as change streams tell it: the new values of paths, the paths that are
 * gone, and the arrays that were cut.
 */
public record UpdateDescription(
    List<BsonElement> updatedFields, List<String> removedFields, List<Truncation> truncatedArrays) {

  static final UpdateDescription NONE = new UpdateDescription(List.of(), List.of(), List.of());

  /** The description of a change of which only both ends are known. */
  public static UpdateDescription between(BsonDocument before, BsonDocument after) {
    return DocumentDifference.between(before, after);
  }

  /** An array that was cut, and its new length. */
  public record Truncation(String field, int newSize) {}

  /** The document of a change event. */
  public BsonDocument toDocument() {
    BsonBuilder document = BsonDocument.builder().startDocument("updatedFields");
    for (BsonElement field : updatedFields) {
      document.put(field.name(), field.value());
    }
    document.end();
    document.put(
        "removedFields", BsonArray.of(removedFields.stream().map(BsonValue::string).toList()));
    document.startArray("truncatedArrays");
    for (Truncation truncation : truncatedArrays) {
      document
          .startDocument()
          .put("field", truncation.field())
          .put("newSize", truncation.newSize())
          .end();
    }
    return document.end().build();
  }

  /** Collector of changes. For one update by one thread. */
  static final class Recorder {
    private final List<BsonElement> updated = new ArrayList<>();
    private final List<String> removed = new ArrayList<>();
    private final List<Truncation> truncated = new ArrayList<>();

    void updated(String path, BsonValue value) {
      updated.add(new BsonElement(path, value));
    }

    void removed(String path) {
      removed.add(path);
    }

    void truncated(String path, int size) {
      truncated.add(new Truncation(path, size));
    }

    boolean isEmpty() {
      return updated.isEmpty() && removed.isEmpty() && truncated.isEmpty();
    }

    UpdateDescription description() {
      return new UpdateDescription(
          List.copyOf(updated), List.copyOf(removed), List.copyOf(truncated));
    }
  }
}
