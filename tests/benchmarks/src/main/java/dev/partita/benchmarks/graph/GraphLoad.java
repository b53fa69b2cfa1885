package dev.partita.benchmarks.graph;

import java.util.HashMap;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.T;
import org.apache.tinkerpop.gremlin.structure.Vertex;

/**
 * Bulk load of a graph, ten thousand elements to a commit: vertices first, then edges. Not for use
 * by several threads.
 */
final class GraphLoad {

  private static final int COMMIT = 10_000;

  private final GraphData data;
  private final Side side;
  private final Graph graph;
  // Ids that the database assigned to the vertices.
  private final Object[] ids;
  // Vertices that were used since the last commit.
  private final Map<Integer, Vertex> known = new HashMap<>();
  private int sinceCommit;

  private GraphLoad(GraphData data, Side side) {
    this.data = data;
    this.side = side;
    this.graph = side.graph();
    this.ids = new Object[data.vertices()];
  }

  /** Loads the graph; returns the ids that the database assigned. */
  static Object[] load(GraphData data, Side side) {
    GraphLoad load = new GraphLoad(data, side);
    load.vertices();
    load.edges();
    return load.ids;
  }

  private void vertices() {
    for (int i = 0; i < ids.length; i++) {
      Object[] properties = data.properties(i);
      int own = side.takesIds() ? 4 : 2;
      Object[] all = new Object[own + properties.length];
      all[0] = T.label;
      all[1] = data.label(i);
      if (side.takesIds()) {
        all[2] = T.id;
        all[3] = "v" + i;
      }
      System.arraycopy(properties, 0, all, own, properties.length);
      ids[i] = graph.addVertex(all).id();
      added();
    }
    commit();
  }

  private void edges() {
    for (int i = 0; i < data.edges(); i++) {
      vertex(data.from(i)).addEdge(data.edgeLabel(i), vertex(data.to(i)), data.edgeProperties(i));
      added();
    }
    commit();
  }

  private Vertex vertex(int number) {
    return known.computeIfAbsent(number, missing -> graph.vertices(ids[missing]).next());
  }

  private void added() {
    if (++sinceCommit == COMMIT) {
      commit();
    }
  }

  private void commit() {
    side.commit();
    known.clear();
    sinceCommit = 0;
  }
}
