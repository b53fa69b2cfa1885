package dev.partita.benchmarks.graph;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Documents;
import dev.partita.graph.GraphOptions;
import dev.partita.graph.GraphStore;
import dev.partita.graph.Graphs;
import dev.partita.graph.PartitaGraph;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import dev.partita.throughput.ThroughputSettings;
import java.nio.file.Path;
import java.util.List;

/**
 * Partita on disk, with vertices spread over many partition keys and two partitions. It has an
 * index of names, as the others do, or the default index of all properties.
 */
record PartitaSide(Engine engine, PartitaGraph graph) implements Side {

  private static final int PARTITION_KEYS = 1_000;

  static PartitaSide open(String folder, GraphData data, boolean allIndexed) {
    Engine engine =
        Engine.open(
            RocksStore.open(StoreOptions.in(Path.of(folder)).withCacheBytes(256L << 20)),
            EngineOptions.defaults().withThrottling(false));
    Graphs graphs = new Graphs(engine, new Documents(engine), Engine.DEFAULT_ACCOUNT);
    GraphStore store =
        graphs.create(
            "bench", "graph", "/" + GraphOptions.HIDDEN_KEY, new ThroughputSettings.Manual(20_000));
    if (!allIndexed) {
      Container container = store.container();
      ContainerDefinition definition = container.definition();
      engine
          .containers()
          .changeDefinition(
              container.number(),
              definition.withIndexing(namesOnly(definition.indexing(), data.words().name())));
    }
    return new PartitaSide(
        engine,
        Graphs.traversable(store, GraphOptions.collecting().withPartitions(PARTITION_KEYS)));
  }

  /** Keeps the indexes of edges. */
  private static IndexingPolicy namesOnly(IndexingPolicy policy, String name) {
    return IndexingPolicy.fromJson(
        policy
            .toJson()
            .with("includedPaths", paths("/" + name + "/*"))
            .with("excludedPaths", paths("/*")));
  }

  private static JsonArray paths(String path) {
    return JsonArray.of(List.of(JsonObject.builder().put("path", path).build()));
  }

  @Override
  public boolean takesIds() {
    return true;
  }

  @Override
  public void commit() {
    graph.commit();
  }

  @Override
  public void end() {
    graph.settle();
  }

  @Override
  public Side afterLoad() {
    return this;
  }

  @Override
  public void close() {
    engine.close();
  }
}
