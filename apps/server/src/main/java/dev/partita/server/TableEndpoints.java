package dev.partita.server;

import dev.partita.table.TableForm;
import dev.partita.table.TableOptions;

/**
 * Where tables are served, and for whom.
 *
 * @param cosmos the Cosmos DB Table API
 * @param storage the tables of storage accounts
 */
public record TableEndpoints(Endpoint cosmos, Endpoint storage, TableOptions options) {

  /**
   * A port to listen on.
   *
   * @param port 0 for any free one, negative for none
   * @param chosen whether someone asked for this one, who must know if it cannot be had
   */
  public record Endpoint(int port, boolean chosen) {

    public static final Endpoint OFF = new Endpoint(-1, false);

    boolean isOn() {
      return port >= 0;
    }

    Endpoint anyPort() {
      return isOn() ? new Endpoint(0, chosen) : this;
    }
  }

  Endpoint of(TableForm form) {
    return switch (form) {
      case COSMOS -> cosmos;
      case STORAGE -> storage;
    };
  }

  /** The same on any free ports. */
  TableEndpoints anyPorts() {
    return new TableEndpoints(cosmos.anyPort(), storage.anyPort(), options);
  }
}
