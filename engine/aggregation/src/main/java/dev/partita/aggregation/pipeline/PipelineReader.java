package dev.partita.aggregation.pipeline;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes pipelines of their text. Immutable; safe for use by any number of threads. */
public final class PipelineReader {

  private static final int STAGES_MAX = 1_000;

  private final Map<String, StageDefinition> definitions = new HashMap<>();

  public PipelineReader(List<StageDefinition> stages) {
    for (StageDefinition stage : stages) {
      if (definitions.put(stage.name(), stage) != null) {
        throw new IllegalStateException("Two stages have the name " + stage.name() + ".");
      }
    }
  }

  /**
   * Reads a pipeline.
   *
   * @throws MqlException if it is none, or has stages that are not allowed there
   */
  public Pipeline read(BsonArray stages, PipelineLanguage language, Place place) {
    List<Step> steps = new ArrayList<>();
    StageDefinition first = null;
    int number = 0;
    for (BsonValue stage : stages) {
      BsonElement element = stage(stage);
      StageDefinition definition = definition(element.name());
      place.require(definition);
      requireOrder(definition, number, stages.size());
      first = first == null ? definition : first;
      number++;
      readStage(element.name(), element.value(), language, place, steps);
    }
    boolean reads = first == null || first.order() != StageDefinition.Order.FIRST;
    return Pipeline.of(steps, reads, language.collation());
  }

  private static BsonElement stage(BsonValue value) {
    if (!value.isDocument()) {
      throw MqlException.typeMismatch("Each element of the 'pipeline' array must be an object");
    }
    BsonDocument document = value.asDocument();
    if (document.size() != 1) {
      throw new MqlException(
          40_323, "A pipeline stage specification object must contain exactly one field.");
    }
    return document.first();
  }

  private StageDefinition definition(String name) {
    StageDefinition definition = definitions.get(name);
    if (definition == null) {
      throw new MqlException(40_324, "Unrecognized pipeline stage name: '" + name + "'");
    }
    return definition;
  }

  private static void requireOrder(StageDefinition stage, int number, int count) {
    if (count > STAGES_MAX) {
      throw new MqlException(
          7_749_501, "Pipeline length must be no longer than " + STAGES_MAX + " stages");
    }
    if (stage.order() == StageDefinition.Order.FIRST && number > 0) {
      throw new MqlException(
          40_602, stage.name() + " is only valid as the first stage in a pipeline");
    }
    if (stage.order() == StageDefinition.Order.LAST && number < count - 1) {
      throw new MqlException(40_601, stage.name() + " can only be the final stage in the pipeline");
    }
  }

  void readStage(
      String name,
      BsonValue specification,
      PipelineLanguage language,
      Place place,
      List<Step> steps) {
    StageScope scope = new StageScope(this, language, place, steps, name);
    definition(name).parser().parse(specification, scope);
  }

  /** The definition of a pipeline's first stage; null if it has none or it is unknown. */
  public @Nullable StageDefinition first(BsonArray stages) {
    BsonValue first = stages.get(0);
    return first == null || !first.isDocument() || first.asDocument().isEmpty()
        ? null
        : definitions.get(first.asDocument().first().name());
  }
}
