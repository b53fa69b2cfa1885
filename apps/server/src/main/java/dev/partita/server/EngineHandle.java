package dev.partita.server;

import dev.partita.net.HttpHandler;

/** An open engine. Safe for any number of threads. */
public interface EngineHandle extends AutoCloseable {

  /** Whether requests can be served; may turn true some time after opening, and false again. */
  boolean ready();

  /** What answers the requests of clients. */
  HttpHandler api();

  /** Makes everything durable and lets go of the data. */
  @Override
  void close();
}
