package dev.partita.protocol;

import dev.partita.container.Container;
import dev.partita.net.http.Response;

/**
 * What a protocol does for those whom the admin API has let in, so that tools need one address and
 * one key. Called on any thread.
 */
public final class OperatorActions {

  private OperatorActions() {}

  /** An action on a container, at {@code /databases/D/containers/C/NAME}. */
  @FunctionalInterface
  public interface OfContainer {

    /**
     * Carries out the action. Whether the sender may do more than read is for the action to heed:
     * {@link OperatorCall#readOnly}.
     */
    Response answer(Container container, OperatorCall call);
  }

  /**
   * An action on the server, at {@code /NAME}. Whoever may only read gets here with GET and HEAD
   * alone.
   */
  @FunctionalInterface
  public interface OfServer {

    Response answer(OperatorCall call);
  }

  /**
   * An action on a database, at {@code /databases/D/NAME/…}. Whoever may only read gets here with
   * GET and HEAD alone.
   */
  @FunctionalInterface
  public interface OfDatabase {

    /**
     * Carries out the action.
     *
     * @param database its name in the admin API, whether or not there is one
     * @param path what follows the name of the action, as it was sent; empty, or begins with a
     *     slash
     */
    Response answer(String database, String path, OperatorCall call);
  }
}
