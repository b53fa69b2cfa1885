package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Documents without the parts that an expression does not want to be seen, level by level. */
record RedactStage(Expression expression) implements Stage {

  private static final String KEEP = "keep";
  private static final String PRUNE = "prune";
  private static final String DESCEND = "descend";
  private static final String ROOT = "ROOT";

  static void parse(BsonValue value, StageScope scope) {
    AggregationExpressions expressions =
        scope.expressions().withSystem(Set.of("KEEP", "PRUNE", "DESCEND", ROOT));
    scope.add(value, new RedactStage(expressions.parse(value)));
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    Variables known =
        run.variables()
            .with("KEEP", BsonValue.string(KEEP))
            .with("PRUNE", BsonValue.string(PRUNE))
            .with("DESCEND", BsonValue.string(DESCEND));
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        for (BsonDocument each = input.next(); each != null; each = input.next()) {
          BsonDocument seen = redacted(each, known.with(ROOT, each.toValue()));
          if (seen != null) {
            return seen;
          }
        }
        return null;
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }

  private @Nullable BsonDocument redacted(BsonDocument document, Variables variables) {
    BsonValue decision = expression.evaluate(document, variables);
    String text = decision != null && decision.isString() ? decision.asString() : "";
    return switch (text) {
      case KEEP -> document;
      case PRUNE -> null;
      case DESCEND -> {
        BsonBuilder out = new BsonBuilder(document.byteLength());
        BsonCursor fields = document.cursor();
        while (fields.next()) {
          BsonValue value = redacted(fields.value(), variables);
          if (value != null) {
            out.put(fields.name(), value);
          }
        }
        yield out.build();
      }
      default ->
          throw new MqlException(
              17_053,
              "$redact's expression should not return anything aside from the variables $$KEEP,"
                  + " $$DESCEND, and $$PRUNE, but returned "
                  + AggregationExpressions.text(decision));
    };
  }

  private @Nullable BsonValue redacted(BsonValue value, Variables variables) {
    if (value.isDocument()) {
      BsonDocument inner = redacted(value.asDocument(), variables);
      return inner == null ? null : inner.toValue();
    }
    if (!value.isArray()) {
      return value;
    }
    BsonBuilder out = new BsonBuilder(value.byteLength());
    for (BsonValue element : value.asArray()) {
      BsonValue seen = redacted(element, variables);
      if (seen != null) {
        out.add(seen);
      }
    }
    return out.buildArray().toValue();
  }
}
