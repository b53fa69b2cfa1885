package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
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

  private final Catalogue catalogue;
  private final Containers containers;
  private final Documents documents;
  private final Clock clock;
  private final long logMillis;
  private final String account;
  private final Map<Integer, GraphStore> stores = new ConcurrentHashMap<>();

  public Graphs(Engine engine, Documents documents, String account) {
    this.catalogue = engine.catalogue();
    this.containers = engine.containers();
    this.documents = documents;
    this.clock = engine.clock();
    this.logMillis = engine.limits().logMillis();
    this.account = account;
    catalogue.subscribe(this::follow);
  }

  /** Lets go of graphs whose containers are gone. */
  private void follow(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after == null && before instanceof CatalogueEntry.Container(ContainerRecord gone)) {
      stores.remove(gone.number());
    }
  }

  public Clock clock() {
    return clock;
  }

  /**
   * The graph in a container.
   *
   * @throws DatabaseException OWNER_NOT_FOUND if there is no such container, BAD_REQUEST if its
   *     partition key is none for graphs
   */
  public GraphStore open(String database, String graph) {
    Container container =
        catalogue
            .database(account, database)
            .flatMap(owner -> containers.container(owner.number(), graph))
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
                : GraphStore.open(documents.items(container), containers, logMillis, cacheBytes()));
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
    DatabaseRecord owner =
        catalogue
            .database(account, database)
            .orElseGet(() -> containers.createDatabase(account, database, null));
    return open(
        containers.createContainer(
            owner.number(),
            ContainerDefinition.of(graph, new PartitionScheme.Hashed(key))
                .withModel(ContainerModel.DOCUMENT.presentedAs(GraphStore.PRESENTATION))
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
