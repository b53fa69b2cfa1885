package dev.partita.aggregation.pipeline;

import dev.partita.bson.BsonValue;

/**
 * A stage by its name. Immutable.
 *
 * @param order where in a pipeline it may stand
 * @param collection whether it needs one
 */
public record StageDefinition(String name, Order order, Collection collection, Parser parser) {

  /** Where a stage may stand. */
  public enum Order {
    ANYWHERE,
    FIRST,
    LAST
  }

  /** Whether a first stage reads a collection. */
  public enum Collection {
    NEEDED,
    NONE,
    EITHER
  }

  /** Reads what stands behind the name. */
  @FunctionalInterface
  public interface Parser {

    /**
     * Adds the stage to those before it.
     *
     * @throws dev.partita.mql.MqlException if it is none
     */
    void parse(BsonValue specification, StageScope scope);
  }

  /** A stage that may stand anywhere. */
  public static StageDefinition of(String name, Parser parser) {
    return new StageDefinition(name, Order.ANYWHERE, Collection.NEEDED, parser);
  }
}
