package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What stages are read with: the language of the command, and where the stages go. Used by the
 * thread that reads them.
 */
public final class StageScope {

  private final PipelineReader reader;
  private final PipelineLanguage language;
  private final Place place;
  private final List<Step> steps;
  private final String name;

  StageScope(
      PipelineReader reader,
      PipelineLanguage language,
      Place place,
      List<Step> steps,
      String name) {
    this.reader = reader;
    this.language = language;
    this.place = place;
    this.steps = steps;
    this.name = name;
  }

  /** The name of the stage that is read. */
  public String name() {
    return name;
  }

  public PipelineLanguage language() {
    return language;
  }

  public MqlContext context() {
    return language.context();
  }

  public BsonOrder order() {
    return language.context().order();
  }

  public AggregationExpressions expressions() {
    return language.expressions();
  }

  public Expression expression(BsonValue value) {
    return expressions().parse(value);
  }

  public RandomGenerator random() {
    return language.random();
  }

  /** Adds a stage to the pipeline. */
  public void add(BsonValue specification, Stage stage) {
    steps.add(new Step(name, specification, stage));
  }

  /** Adds what another stage is, since this one is short for it. */
  public void expand(String other, BsonValue specification) {
    reader.readStage(other, specification, language, place, steps);
  }

  /** Reads a pipeline that is part of the stage. */
  public Pipeline pipeline(BsonArray stages, Place within, Set<String> variables) {
    PipelineLanguage inner = variables.isEmpty() ? language : language.with(variables);
    return reader.read(stages, inner, within);
  }

  /** Reads a part of the stage, whose failures say what the stage is called. */
  public <T> T naming(Supplier<T> part) {
    try {
      return part.get();
    } catch (MqlException e) {
      throw new MqlException(e.code(), "Invalid " + name + " :: caused by :: " + e.text());
    }
  }

  /** The specification as a document. */
  public static BsonDocument document(BsonValue specification, int code, String text) {
    if (!specification.isDocument()) {
      throw new MqlException(code, text);
    }
    return specification.asDocument();
  }
}
