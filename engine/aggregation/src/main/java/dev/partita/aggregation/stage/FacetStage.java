package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentSpool;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One document of what several pipelines make of the same documents. */
record FacetStage(Map<String, Pipeline> facets) implements Stage {

  static final StageDefinition DEFINITION = StageDefinition.of("$facet", FacetStage::parse);

  private static void parse(BsonValue value, StageScope scope) {
    if (!value.isDocument() || value.asDocument().isEmpty()) {
      throw new MqlException(
          40_169,
          "the $facet specification must be a non-empty object, but found: $facet: "
              + ErrorText.of(value));
    }
    Map<String, Pipeline> facets = new LinkedHashMap<>();
    for (BsonElement facet : value.asDocument()) {
      String name = FieldNames.requireSimple(facet.name());
      requirePipeline(name, facet.value());
      facets.put(name, scope.pipeline(facet.value().asArray(), Place.FACET, Set.of()));
    }
    scope.add(value, new FacetStage(facets));
  }

  private static void requirePipeline(String name, BsonValue value) {
    if (!value.isArray()) {
      throw new MqlException(
          40_170,
          "arguments to $facet must be arrays, " + name + " is type " + value.type().alias());
    }
    int number = 0;
    for (BsonValue stage : value.asArray()) {
      if (!stage.isDocument()) {
        throw new MqlException(
            40_171,
            "elements of arrays in $facet spec must be non-empty objects, "
                + name
                + " argument contained an element of type "
                + stage.type().alias()
                + ": "
                + number
                + ": "
                + ErrorText.of(stage));
      }
      number++;
    }
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    DocumentSpool spool =
        new DocumentSpool(
            run.memory(),
            "Exceeded memory limit for $facet, and files are not allowed. Pass allowDiskUse:true"
                + " to opt in.");
    return new DocumentStream() {
      private boolean done;

      @Override
      public @Nullable BsonDocument next() {
        if (done) {
          return null;
        }
        for (BsonDocument each = input.next(); each != null; each = input.next()) {
          spool.add(each);
        }
        done = true;
        BsonBuilder result = BsonDocument.builder();
        facets.forEach((name, pipeline) -> write(name, pipeline, result));
        return GroupTable.checked(result.build());
      }

      private void write(String name, Pipeline pipeline, BsonBuilder result) {
        result.startArray(name);
        try (DocumentStream facet = pipeline.over(spool.read(), run)) {
          for (BsonDocument each = facet.next(); each != null; each = facet.next()) {
            run.watch();
            result.add(each.toValue());
            if (result.byteLength() > Workspace.STAGE_BYTES_MAX) {
              throw new MqlException(
                  4_031_700,
                  "document constructed by $facet is "
                      + result.byteLength()
                      + " bytes, which exceeds the limit of "
                      + Workspace.STAGE_BYTES_MAX
                      + " bytes");
            }
          }
        }
        result.end();
      }

      @Override
      public void close() {
        spool.close();
        input.close();
      }
    };
  }
}
