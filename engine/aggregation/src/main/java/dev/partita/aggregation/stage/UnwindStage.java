package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A document for each element of an array.
 *
 * @param always whether there is one where there is no element
 * @param index where the number of the element goes; null for nowhere
 */
record UnwindStage(NestedField path, boolean always, @Nullable NestedField index) implements Stage {

  static final StageDefinition DEFINITION = StageDefinition.of("$unwind", UnwindStage::parse);

  private static void parse(BsonValue value, StageScope scope) {
    if (value.isString()) {
      scope.add(
          BsonDocument.of("path", value).toValue(),
          new UnwindStage(path(value.asString()), false, null));
      return;
    }
    BsonDocument fields =
        StageScope.document(
            value,
            15_981,
            "expected either a string or an object as specification for $unwind stage, got "
                + value.type().alias());
    String path = "";
    boolean always = false;
    NestedField index = null;
    for (BsonElement field : fields) {
      BsonValue given = field.value();
      switch (field.name()) {
        case "path" -> {
          if (!given.isString()) {
            throw new MqlException(
                28_808,
                "expected a string as the path for $unwind stage, got " + given.type().alias());
          }
          path = given.asString();
        }
        case "preserveNullAndEmptyArrays" -> {
          if (given.type() != BsonType.BOOLEAN) {
            throw new MqlException(
                28_809,
                "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage,"
                    + " got "
                    + given.type().alias());
          }
          always = given.asBoolean();
        }
        case "includeArrayIndex" -> index = index(given);
        default ->
            throw new MqlException(28_811, "unrecognized option to $unwind stage: " + field.name());
      }
    }
    scope.add(value, new UnwindStage(path(path), always, index));
  }

  private static NestedField index(BsonValue value) {
    if (!value.isString() || value.asString().isEmpty()) {
      throw new MqlException(
          28_810,
          "expected a non-empty string for the includeArrayIndex  option to $unwind stage, got "
              + value.type().alias());
    }
    String name = value.asString();
    if (name.startsWith("$")) {
      throw new MqlException(
          28_822,
          "includeArrayIndex option to $unwind stage should not be prefixed with a '$': " + name);
    }
    return NestedField.of(name);
  }

  private static NestedField path(String path) {
    if (path.isEmpty()) {
      throw new MqlException(28_812, "no path specified to $unwind stage");
    }
    if (!path.startsWith("$")) {
      throw new MqlException(
          28_818, "path option to $unwind stage should be prefixed with a '$': " + path);
    }
    return NestedField.of(path.substring(1));
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      private BsonDocument current = BsonDocument.EMPTY;
      private @Nullable Iterator<BsonValue> elements;
      private long number;

      @Override
      public @Nullable BsonDocument next() {
        while (true) {
          Iterator<BsonValue> left = elements;
          if (left != null && left.hasNext()) {
            BsonDocument unwound = path.set(current, left.next());
            return numbered(unwound, BsonValue.int64(number++));
          }
          elements = null;
          BsonDocument document = input.next();
          if (document == null) {
            return null;
          }
          BsonValue value = path.in(document);
          if (value != null && value.isArray() && !value.asArray().isEmpty()) {
            current = document;
            elements = value.asArray().iterator();
            number = 0;
          } else if (value != null && !value.isNullish() && !value.isArray()) {
            return numbered(document, BsonValue.NULL);
          } else if (always) {
            BsonDocument kept =
                value != null && value.isArray() ? path.set(document, null) : document;
            return numbered(kept, BsonValue.NULL);
          }
        }
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }

  private BsonDocument numbered(BsonDocument document, BsonValue number) {
    return index == null ? document : index.set(document, number);
  }
}
