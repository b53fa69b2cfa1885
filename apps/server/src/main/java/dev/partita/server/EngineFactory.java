package dev.partita.server;

/** What opens the engine of a server. */
@FunctionalInterface
public interface EngineFactory {

  /**
   * Begins what need not wait for the data, beside what else a start does. What comes back opens
   * the engine with it.
   */
  default EngineFactory begin(ServerOptions options) {
    return this;
  }

  /**
   * Opens the engine on the data that the options name; may take as long as recovery takes.
   *
   * @throws dev.partita.base.error.DatabaseException when the data cannot be opened; nothing is
   *     left open then
   */
  EngineHandle open(ServerOptions options);
}
