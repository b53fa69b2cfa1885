package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;

/** The collections of the database that a pipeline is run in. */
@FunctionalInterface
public interface CollectionSource {

  /** Documents of a collection; none if there is no such collection. */
  DocumentStream read(CollectionRead read, PipelineRun run);
}
