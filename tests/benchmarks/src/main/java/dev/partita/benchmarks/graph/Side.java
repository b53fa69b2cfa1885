package dev.partita.benchmarks.graph;

import org.apache.tinkerpop.gremlin.structure.Graph;

/** Database to measure, opened for one phase. */
interface Side extends AutoCloseable {

  Graph graph();

  /** Whether vertices may be given ids. */
  boolean takesIds();

  /** Commits the latest additions. */
  void commit();

  /** Ends the transaction that a traversal has begun. */
  void end();

  /** Reopens the database for traversals after a bulk load; may return itself. */
  Side afterLoad();

  @Override
  void close();
}
