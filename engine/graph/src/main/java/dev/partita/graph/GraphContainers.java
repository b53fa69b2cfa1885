package dev.partita.graph;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;

/** Tells graphs from other containers, without anything of TinkerPop. */
public final class GraphContainers {

  private GraphContainers() {}

  /** Whether a container was made as a graph, or has been opened as one. */
  public static boolean isGraph(ContainerDefinition definition) {
    return definition.scheme() instanceof PartitionScheme.Hashed(PartitionKeyDefinition key)
        && !key.systemKey()
        && key.paths().size() == 1
        && !definition.indexing().composites().isEmpty()
        && new GraphIndexes(GraphIndexes.nameOf(key.paths().getFirst()))
            .areIn(definition.indexing().composites());
  }
}
