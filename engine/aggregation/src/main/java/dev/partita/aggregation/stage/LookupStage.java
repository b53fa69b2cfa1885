package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Each document with those of another collection that belong to it.
 *
 * @param join what makes documents belong together; null if the pipeline alone does
 * @param let variables that the pipeline sees, by their names
 */
record LookupStage(
    String from,
    NestedField as,
    @Nullable Join join,
    Map<String, Expression> let,
    Pipeline pipeline,
    MqlContext context)
    implements Stage {

  private static final long BYTES_MAX = 100L << 20;

  /** A field here whose values one there has. */
  record Join(BsonPath local, String foreign) {}

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        BsonDocument document = input.next();
        return document == null ? null : joined(document, run);
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  private BsonDocument joined(BsonDocument document, PipelineRun run) {
    Variables variables = run.variables();
    for (Map.Entry<String, Expression> each : let.entrySet()) {
      variables =
          variables.with(each.getKey(), each.getValue().evaluate(document, run.variables()));
    }
    BsonBuilder found = new BsonBuilder();
    try (DocumentStream matches = matches(document, run.with(variables))) {
      for (BsonDocument each = matches.next(); each != null; each = matches.next()) {
        run.watch();
        found.add(each.toValue());
        if (found.byteLength() > BYTES_MAX) {
          throw new MqlException(
              4_568,
              "Total size of documents in "
                  + from
                  + " matching pipeline's $lookup stage exceeds "
                  + BYTES_MAX
                  + " bytes");
        }
      }
    }
    return GroupTable.checked(as.set(document, found.buildArray().toValue()));
  }

  private DocumentStream matches(BsonDocument document, PipelineRun run) {
    if (join == null) {
      return pipeline.open(from, run);
    }
    List<BsonValue> values = JoinValues.of(document, join.local());
    // What is missing here belongs to what is null or missing there.
    List<BsonValue> wanted = values.isEmpty() ? List.of(BsonValue.NULL) : values;
    return pipeline.open(from, JoinValues.filter(join.foreign(), wanted, context), run);
  }
}
