package dev.partita.aggregation.stage;

import dev.partita.bson.BsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is computed for each document of a partition. Immutable. */
@FunctionalInterface
interface WindowFunction {

  /** The values of all documents, in their order; null is missing. */
  List<@Nullable BsonValue> compute(WindowPartition partition);
}
