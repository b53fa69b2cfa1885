package dev.partita.benchmarks.graph;

import java.util.Random;

/** Graph to load: vertices by number, and edges ordered by their source. */
interface GraphData {

  /**
   * Names in the graph.
   *
   * @param name a unique text property of every vertex
   * @param number a numeric property of vertices
   * @param below upper bound in a filter on it
   * @param edge label of the edges to traverse
   * @param weight a numeric property of these edges
   * @param above lower bound in a filter on it
   */
  record Words(String name, String number, int below, String edge, String weight, double above) {}

  Words words();

  int vertices();

  String label(int vertex);

  /** Value of {@link Words#name}. */
  String name(int vertex);

  /** Properties, as keys and values. */
  Object[] properties(int vertex);

  int edges();

  int from(int edge);

  int to(int edge);

  String edgeLabel(int edge);

  /** Properties, as keys and values. */
  Object[] edgeProperties(int edge);

  /** Vertex to start at. */
  int start(Random random);

  /** Vertex to search for. */
  int target(Random random);

  /** Vertex of very high degree. */
  int hub(Random random);
}
