package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Documents;
import dev.partita.throughput.ThroughputSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The graphs of an engine. Safe for use by any number of threads. */
public final class Graphs {

  /** All graphs together may keep this part of the heap. */
  private static final int HEAP_SHARE = 5;

  private final Documents documents;
  private final String account;
  private final Map<Integer, GraphStore> stores = new ConcurrentHashMap<>();

  public Graphs(Documents documents, String account) {
    this.documents = documents;
    this.account = account;
  }

  /**
   * The graph in a container.
   *
   * @throws DatabaseException OWNER_NOT_FOUND if there is no such container, BAD_REQUEST if its
   *     partition key is none for graphs
   */
  public GraphStore open(String database, String graph) {
    Engine engine = documents.engine();
    Container container =
        engine
            .catalogue()
            .database(account, database)
            .flatMap(owner -> engine.container(owner.number(), graph))
            .orElseThrow(
                () ->
                    new DatabaseException(
                            ErrorCode.OWNER_NOT_FOUND, "There is no such database or graph.")
                        .with("database", database)
                        .with("graph", graph));
    return open(container);
  }

  public GraphStore open(Container container) {
    GraphStore known = stores.get(container.number());
    if (known != null && known.container() == container) {
      return known;
    }
    return stores.compute(
        container.number(),
        (_, other) ->
            other != null && other.container() == container
                ? other
                : GraphStore.open(documents.items(container), cacheBytes()));
  }

  private static long cacheBytes() {
    return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
  }

  /**
   * Creates a graph, and its database if there is none.
   *
   * @param keyPath the path of the property that is its partition key
   * @param throughput its own; null for its database's, or the default
   */
  public GraphStore create(
      String database, String graph, String keyPath, @Nullable ThroughputSettings throughput) {
    PartitionKeyDefinition key = PartitionKeyDefinition.hash(keyPath);
    GraphIndexes indexes = new GraphIndexes(GraphStore.keyName(key));
    Engine engine = documents.engine();
    DatabaseRecord owner =
        engine
            .catalogue()
            .database(account, database)
            .orElseGet(() -> engine.createDatabase(account, database, null));
    return open(
        engine.createContainer(
            owner.number(),
            ContainerDefinition.of(graph, new PartitionScheme.Hashed(key))
                .withIndexing(indexes.policy()),
            throughput));
  }

  /** A graph to be traversed, by one thread at a time. */
  public static PartitaGraph traversable(GraphStore store, GraphOptions options) {
    PartitaGraph graph = new PartitaGraph(store, options);
    graph.refresh();
    return graph;
  }
}
