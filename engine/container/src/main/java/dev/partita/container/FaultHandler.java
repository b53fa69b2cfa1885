package dev.partita.container;

/**
 * What is told of failures that no caller waits for: of background work, and of what follows
 * changes of the catalogue. Safe for use by any number of threads; must return at once, and never
 * throw.
 */
@FunctionalInterface
public interface FaultHandler {

  /** For engines whose {@link EngineHealth} is all that wants to know. */
  FaultHandler NONE = (_, _) -> {};

  /**
   * @param work what could not be done: "clear deleted containers"
   */
  void failed(String work, Throwable failure);
}
