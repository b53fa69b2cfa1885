package dev.partita.container.group;

import dev.partita.storage.Store;

/** How the engine of a node has replicated what it writes. */
@FunctionalInterface
public interface Replication {

  /** The groups of the node over its store. The engine opens them once, and closes them. */
  Groups open(Store store);
}
