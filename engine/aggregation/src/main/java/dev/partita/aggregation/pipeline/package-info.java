/**
 * Pipelines: {@link dev.partita.aggregation.pipeline.PipelineReader} makes them of their text with
 * the stages that it was given, {@link dev.partita.aggregation.pipeline.Pipeline} puts the stages
 * into a better order, leaves to the collection what that can do itself, and lets documents stream
 * through the rest.
 *
 * <p>What stays true: a pipeline is immutable and may run several times at once; it knows
 * collections only through {@link dev.partita.aggregation.pipeline.CollectionSource}.
 */
@NullMarked
package dev.partita.aggregation.pipeline;

import org.jspecify.annotations.NullMarked;
