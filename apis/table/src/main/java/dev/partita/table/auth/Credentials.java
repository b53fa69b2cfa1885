package dev.partita.table.auth;

import dev.partita.net.http.Request;
import java.util.List;
import java.util.Map;

/**
 * A request as far as it matters for who sends it.
 *
 * @param account the account that it addresses, without the suffix of a secondary
 * @param keys those of the account
 * @param anyName whether the account may be called by any name, its key being what counts
 * @param query the parameters, decoded
 * @param policies of the account's tables
 */
public record Credentials(
    Request request,
    String account,
    List<AccountKey> keys,
    boolean anyName,
    Map<String, String> query,
    Policies policies) {

  /** The access policies of tables. */
  @FunctionalInterface
  public interface Policies {
    List<AccessPolicy> of(String table);
  }

  String query(String name) {
    return query.getOrDefault(name, "");
  }
}
