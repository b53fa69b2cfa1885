package dev.partita.benchmarks.graph;

import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.Vertex;
import org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph;

/** A graph in memory, with an index of names. */
record TinkerGraphSide(Graph graph) implements Side {

  static TinkerGraphSide open(GraphData data) {
    TinkerGraph graph = TinkerGraph.open();
    graph.createIndex(data.words().name(), Vertex.class);
    return new TinkerGraphSide(graph);
  }

  @Override
  public boolean takesIds() {
    return true;
  }

  @Override
  public void commit() {}

  @Override
  public void end() {}

  @Override
  public Side afterLoad() {
    return this;
  }

  @Override
  public void close() {}
}
