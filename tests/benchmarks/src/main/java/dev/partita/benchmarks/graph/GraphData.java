package dev.partita.benchmarks.graph;

import java.util.Random;

/** A graph to load: vertices by number, and edges in the order of those they leave. */
interface GraphData {

  /**
   * What the traversals call things.
   *
   * @param name a text that every vertex has, of its own
   * @param number a number that vertices have
   * @param below what a filter wants of it
   * @param edge the label of the edges that are walked along
   * @param weight a number that these edges have
   * @param above what a filter wants of it
   */
  record Words(String name, String number, int below, String edge, String weight, double above) {}

  Words words();

  int vertices();

  String label(int vertex);

  /** The value of {@link Words#name}. */
  String name(int vertex);

  /** Properties, as keys and values. */
  Object[] properties(int vertex);

  int edges();

  int from(int edge);

  int to(int edge);

  String edgeLabel(int edge);

  /** Properties, as keys and values. */
  Object[] edgeProperties(int edge);

  /** A vertex to begin at. */
  int start(Random random);

  /** A vertex to look for. */
  int target(Random random);

  /** A vertex with very many edges. */
  int hub(Random random);
}
