package dev.partita.server;

import dev.partita.net.http.OriginPolicy;
import dev.partita.net.tls.HostNames;
import dev.partita.nosql.NosqlOptions;
import dev.partita.table.TableForm;
import dev.partita.table.TableOptions;
import dev.partita.table.auth.AccountKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;

/**
 * From where requests are taken: from everywhere where each has to show a secret, else neither from
 * web pages of others nor by their names.
 *
 * @param cosmosTables at the port of the Cosmos DB Table API, which may take bearer tokens
 * @param storageTables at the port of storage accounts, which have keys of their own besides
 * @param others at all other ports
 */
public record Origins(OriginPolicy cosmosTables, OriginPolicy storageTables, OriginPolicy others) {

  static Origins from(
      EnumMap<Setting, SettingValue> values, NosqlOptions nosql, TableOptions tables) {
    boolean open = nosql.keys() == null || nosql.keys().areKnownToAll();
    boolean openTables = open || tables.bearerTokens();
    boolean openStorage = openTables || hasKnownKey(values);
    OriginPolicy restricted = openStorage ? restricted(values) : OriginPolicy.ANY;
    return new Origins(
        openTables ? restricted : OriginPolicy.ANY,
        restricted,
        open ? restricted : OriginPolicy.ANY);
  }

  OriginPolicy of(TableForm form) {
    return switch (form) {
      case COSMOS -> cosmosTables;
      case STORAGE -> storageTables;
    };
  }

  private static boolean hasKnownKey(EnumMap<Setting, SettingValue> values) {
    return ServerOptions.value(values, Setting.STORAGE_ACCOUNTS)
        .text()
        .contains(AccountKey.WELL_KNOWN);
  }

  private static OriginPolicy restricted(EnumMap<Setting, SettingValue> values) {
    List<String> hosts = new ArrayList<>(ServerOptions.value(values, Setting.HOSTNAME).list());
    String host = ServerOptions.value(values, Setting.HOST).notEmpty();
    if (host.chars().anyMatch(Character::isLetter) && host.indexOf(':') < 0) {
      hosts.add(host);
    }
    SettingValue gateway = ServerOptions.value(values, Setting.GATEWAY_ENDPOINT);
    if (!gateway.isEmpty()) {
      hosts.add(URI.create(gateway.endpoint()).getHost());
    }
    // Other machines may reach it by the name of this one, which takes a moment to ask for.
    Collection<String> all =
        NosqlSettings.isLoopback(host) ? hosts : HostNames.withThoseOfThisMachine(hosts);
    return OriginPolicy.restricted(
        all,
        ServerOptions.value(values, Setting.ALLOWED_ORIGIN)
            .each()
            .map(SettingValue::origin)
            .toList());
  }
}
