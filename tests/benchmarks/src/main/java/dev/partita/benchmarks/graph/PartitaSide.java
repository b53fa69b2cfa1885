package dev.partita.benchmarks.graph;

import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.graph.GraphOptions;
import dev.partita.graph.Graphs;
import dev.partita.graph.PartitaGraph;
import dev.partita.storage.RocksStore;
import dev.partita.storage.StoreOptions;
import dev.partita.throughput.ThroughputSettings;
import java.nio.file.Path;

/** A graph of ours on disk, its vertices spread over many partition keys and two partitions. */
record PartitaSide(Engine engine, PartitaGraph graph) implements Side {

  private static final int PARTITION_KEYS = 1_000;

  static PartitaSide open(String folder) {
    Engine engine =
        Engine.open(
            RocksStore.open(StoreOptions.in(Path.of(folder)).withCacheBytes(256L << 20)),
            EngineOptions.defaults().withThrottling(false));
    Graphs graphs = new Graphs(new Documents(engine), Engine.DEFAULT_ACCOUNT);
    return new PartitaSide(
        engine,
        Graphs.traversable(
            graphs.create(
                "bench",
                "graph",
                "/" + GraphOptions.HIDDEN_KEY,
                new ThroughputSettings.Manual(20_000)),
            GraphOptions.collecting().withPartitions(PARTITION_KEYS)));
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
