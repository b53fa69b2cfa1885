package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One document for all those with the same key. */
record GroupStage(Expression key, List<Field> fields, BsonOrder order) implements Stage {

  /** A field of a group. */
  record Field(String name, AccumulatorExpression accumulator) {}

  static final StageDefinition DEFINITION = StageDefinition.of("$group", GroupStage::parse);

  private static void parse(BsonValue value, StageScope scope) {
    BsonDocument group =
        StageScope.document(value, 15_947, "a group's fields must be specified in an object");
    Expression key = null;
    List<Field> fields = new ArrayList<>();
    for (BsonElement field : group) {
      if (field.name().equals("_id")) {
        if (key != null) {
          throw new MqlException(15_948, "a group's _id may only be specified once");
        }
        key = key(field.value(), scope);
      } else {
        fields.add(field(field.name(), field.value(), scope));
      }
    }
    if (key == null) {
      throw new MqlException(15_955, "a group specification must include an _id");
    }
    scope.add(value, new GroupStage(key, List.copyOf(fields), scope.order()));
  }

  private static Expression key(BsonValue value, StageScope scope) {
    BsonDocument literal = value.isDocument() ? value.asDocument() : BsonDocument.EMPTY;
    if (!literal.isEmpty() && !literal.first().name().startsWith("$")) {
      for (BsonElement part : literal) {
        if (part.name().startsWith("$") || part.name().contains(".")) {
          throw new MqlException(17_390, "$group does not support inclusion-style expressions");
        }
      }
    }
    return scope.expression(value);
  }

  /** A field with an accumulator. */
  static Field field(String name, BsonValue value, StageScope scope) {
    BsonDocument document = value.isDocument() ? value.asDocument() : BsonDocument.EMPTY;
    if (document.isEmpty() || !document.first().name().startsWith("$")) {
      throw new MqlException(40_234, "The field '" + name + "' must be an accumulator object");
    }
    if (name.contains(".")) {
      throw new MqlException(40_235, "The field name '" + name + "' cannot contain '.'");
    }
    if (name.startsWith("$")) {
      throw new MqlException(40_236, "The field name '" + name + "' cannot be an operator name");
    }
    if (document.size() != 1) {
      throw new MqlException(40_238, "The field '" + name + "' must specify one accumulator");
    }
    BsonElement accumulator = document.first();
    AccumulatorExpression parsed =
        AccumulatorParser.parse(accumulator.name(), accumulator.value(), scope);
    if (parsed == null) {
      throw new MqlException(15_952, "unknown group operator '" + accumulator.name() + "'");
    }
    return new Field(name, parsed);
  }

  /** The fields of a document of accumulators. */
  static List<Field> fields(BsonDocument document, StageScope scope) {
    return document.stream().map(field -> field(field.name(), field.value(), scope)).toList();
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    GroupTable table = new GroupTable(fields, order, run);
    return new DocumentStream() {
      private @Nullable DocumentStream results;

      @Override
      public @Nullable BsonDocument next() {
        DocumentStream grouped = results;
        if (grouped == null) {
          for (BsonDocument each = input.next(); each != null; each = input.next()) {
            BsonValue found = key.evaluate(each, run.variables());
            table.add(found == null ? BsonValue.NULL : found, each);
          }
          grouped = table.results();
          results = grouped;
        }
        return grouped.next();
      }

      @Override
      public void close() {
        table.close();
        input.close();
      }
    };
  }
}
