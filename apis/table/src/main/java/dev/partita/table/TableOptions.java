package dev.partita.table;

import dev.partita.table.auth.AccountKey;
import java.util.List;
import java.util.Map;

/**
 * Who may use the tables of this server.
 *
 * @param authorized whether requests must show who sends them
 * @param cosmosAccount the account that the Cosmos form serves
 * @param cosmosKeys its keys
 * @param storageAccounts the accounts that the storage form serves, with their keys
 * @param bearerTokens whether tokens are accepted whose signature is not checked
 * @param queryMillis how long a page of a query by index may work
 */
public record TableOptions(
    boolean authorized,
    String cosmosAccount,
    List<AccountKey> cosmosKeys,
    Map<String, List<AccountKey>> storageAccounts,
    boolean bearerTokens,
    long queryMillis) {

  public TableOptions {
    cosmosKeys = List.copyOf(cosmosKeys);
    storageAccounts = Map.copyOf(storageAccounts);
  }
}
