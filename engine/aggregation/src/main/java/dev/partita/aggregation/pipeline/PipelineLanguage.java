package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.mql.Collation;
import dev.partita.mql.MqlContext;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a pipeline is read with. Immutable.
 *
 * @param database in which its collections are
 * @param collation null for none
 * @param random for stages that choose by chance
 */
public record PipelineLanguage(
    String database,
    @Nullable Collation collation,
    AggregationExpressions expressions,
    RandomGenerator random) {

  public MqlContext context() {
    return new MqlContext(collation, expressions);
  }

  /** The same where more variables are known. */
  PipelineLanguage with(Set<String> variables) {
    return new PipelineLanguage(database, collation, expressions.with(variables), random);
  }
}
