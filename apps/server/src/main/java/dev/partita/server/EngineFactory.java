package dev.partita.server;

/** What opens the engine of a server. */
@FunctionalInterface
public interface EngineFactory {

  /**
   * Opens the engine on the data that the options name; may take as long as recovery takes.
   *
   * @throws dev.partita.base.error.DatabaseException when the data cannot be opened; nothing is
   *     left open then
   */
  EngineHandle open(ServerOptions options);
}
