package dev.partita.server;

import dev.partita.admin.Readiness;
import dev.partita.admin.api.AdminFacts;
import dev.partita.admin.api.DataApis;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.graph.Graphs;
import dev.partita.gremlin.AnsweredRequest;
import dev.partita.net.http.HttpHandler;
import dev.partita.table.TableForm;

/** An open engine. Safe for any number of threads. */
public interface EngineHandle extends AutoCloseable {

  /** Whether requests can be served; may change at any time, and change back. */
  Readiness readiness();

  /** What answers the requests of clients. */
  HttpHandler api();

  /**
   * The graphs of the engine.
   *
   * @throws DatabaseException UNAVAILABLE if the engine has none
   */
  default Graphs graphs() {
    throw new DatabaseException(ErrorCode.UNAVAILABLE, "This engine has no graphs.");
  }

  /** What answers the requests of clients of tables, in one of the two forms. */
  default HttpHandler tables(TableForm form) {
    return _ -> {
      throw new DatabaseException(ErrorCode.UNSUPPORTED, "This engine has no tables.");
    };
  }

  /** Told of each request of a graph that has been answered. */
  default void answered(AnsweredRequest request) {}

  /**
   * What answers the requests of operators and their tools.
   *
   * @param graphs what carries out traversals for them
   */
  default HttpHandler admin(AdminFacts facts, DataApis.Graphs graphs) {
    return _ -> {
      throw new DatabaseException(ErrorCode.UNSUPPORTED, "This engine has no admin API.");
    };
  }

  /** Makes everything durable and lets go of the data. */
  @Override
  void close();
}
