package dev.partita.container.catalogue;

import java.util.function.Consumer;

/**
 * Where changes of the catalogue are decided on, put in order and kept. Safe for use by any number
 * of threads.
 */
public interface CatalogueLog {

  /**
   * Gives everything that was committed, and from then on what is committed by whomever, in order,
   * to the one catalogue over it.
   */
  void start(Consumer<CatalogueEffect> catalogue);

  /**
   * Commits a change.
   *
   * @return the version of the change, which is durable and has been applied by then
   * @throws ChangeConflict if an entry has another version than the change has seen; what changed
   *     it has been applied by then
   * @throws dev.partita.base.error.DatabaseException GONE if a fence does not hold; otherwise what
   *     kept the change from being stored
   */
  long commit(CatalogueChange change);
}
