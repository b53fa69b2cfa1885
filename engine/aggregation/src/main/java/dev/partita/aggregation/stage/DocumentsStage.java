package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Documents that stand in the pipeline itself. */
record DocumentsStage(Expression documents) implements Stage {

  static final StageDefinition DEFINITION =
      new StageDefinition(
          "$documents",
          StageDefinition.Order.FIRST,
          StageDefinition.Collection.NONE,
          DocumentsStage::parse);

  private static void parse(BsonValue value, StageScope scope) {
    scope.add(value, new DocumentsStage(scope.expression(value)));
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      private @Nullable Iterator<BsonValue> left;

      @Override
      public @Nullable BsonDocument next() {
        Iterator<BsonValue> elements = left;
        if (elements == null) {
          BsonValue value = documents.evaluate(BsonDocument.EMPTY, run.variables());
          if (value == null || !value.isArray()) {
            throw new MqlException(5_858_203, "an array is expected");
          }
          elements = value.asArray().iterator();
          left = elements;
        }
        return elements.hasNext() ? document(elements.next()) : null;
      }
    };
  }

  private static BsonDocument document(BsonValue value) {
    if (!value.isDocument()) {
      throw new MqlException(
          40_228,
          "elements within the array passed to $documents must evaluate to an object, but"
              + " resulting value was: "
              + AggregationExpressions.text(value)
              + ". Type of resulting value: '"
              + value.type().alias()
              + "'. Input document: {_tempDocumentsField: "
              + AggregationExpressions.text(value)
              + "}");
    }
    return value.asDocument();
  }
}
