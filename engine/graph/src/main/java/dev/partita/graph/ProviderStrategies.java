package dev.partita.graph;

import org.apache.tinkerpop.gremlin.process.traversal.TraversalStrategies;
import org.apache.tinkerpop.gremlin.structure.Graph;

/**
 * What is done to traversals of a {@link PartitaGraph} before they run, after TinkerPop's own
 * optimizations: where they begin becomes a selection, walks become reads of adjacent edges,
 * several walks in a row become one, vertices are added with their partition key, properties are
 * read many at a time, and what holds elements is bounded.
 */
final class ProviderStrategies {

  private ProviderStrategies() {}

  static void register() {
    TraversalStrategies.GlobalCache.registerStrategies(
        PartitaGraph.class,
        TraversalStrategies.GlobalCache.getStrategies(Graph.class)
            .clone()
            .addStrategies(
                AddedVertexStrategy.INSTANCE,
                SelectionStrategy.INSTANCE,
                WalkStrategy.INSTANCE,
                PrefetchStrategy.INSTANCE,
                BoundStrategy.INSTANCE));
  }
}
