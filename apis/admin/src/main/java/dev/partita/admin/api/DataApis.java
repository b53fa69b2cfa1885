package dev.partita.admin.api;

import dev.partita.admin.queries.Explainer;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;

/**
 * What other APIs do for this one, so that tools need one address and one key. The server provides
 * them, since no API knows another. Safe for use by any number of threads.
 */
public record DataApis(Explainer explainer, Graphs graphs, Tables tables) {

  /** The containers as graphs. */
  @FunctionalInterface
  public interface Graphs {

    /**
     * Carries out a script.
     *
     * @param readOnly whether it may change nothing
     * @param most how many results are wanted at most
     * @param request with the script in its body
     */
    Response evaluate(
        String database, String container, boolean readOnly, int most, Request request);
  }

  /** The tables of all accounts. */
  @FunctionalInterface
  public interface Tables {

    /**
     * Answers a request of the Table API, whose sender may do what it asks for.
     *
     * @param database that of the tables, by its name in this API
     * @param request its path is what follows the account
     */
    Response handle(String database, Request request);
  }
}
