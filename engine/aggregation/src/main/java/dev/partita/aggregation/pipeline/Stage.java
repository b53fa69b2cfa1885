package dev.partita.aggregation.pipeline;

import dev.partita.aggregation.stream.DocumentStream;

/** What a stage does with documents. Immutable; safe for use by any number of threads. */
@FunctionalInterface
public interface Stage {

  /**
   * Begins to work on documents.
   *
   * @param input closed with the result
   */
  DocumentStream open(DocumentStream input, PipelineRun run);

  /** Whether each document that comes in goes out as one, in the same order. */
  default boolean isOneToOne() {
    return false;
  }
}
