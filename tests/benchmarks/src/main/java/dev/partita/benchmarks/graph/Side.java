package dev.partita.benchmarks.graph;

import org.apache.tinkerpop.gremlin.structure.Graph;

/** A database that is measured, opened for one phase of it. */
interface Side extends AutoCloseable {

  Graph graph();

  /** Whether vertices can be given ids. */
  boolean takesIds();

  /** Makes what was added last. */
  void commit();

  /** Ends what a traversal has begun. */
  void end();

  /** Opens it anew to be traversed, as one would after a bulk load; or stays as it is. */
  Side afterLoad();

  @Override
  void close();
}
