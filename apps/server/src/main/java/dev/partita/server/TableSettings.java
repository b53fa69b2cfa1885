package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.nosql.NosqlOptions;
import dev.partita.server.TableEndpoints.Endpoint;
import dev.partita.table.TableOptions;
import dev.partita.table.auth.AccountKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of the Table API, put together and checked against each other. */
final class TableSettings {

  private enum OAuth {
    OFF,
    BASIC
  }

  private TableSettings() {}

  static TableEndpoints from(EnumMap<Setting, SettingValue> values, NosqlOptions nosql) {
    List<AccountKey> cosmosKeys = new ArrayList<>();
    for (Setting setting : List.of(Setting.KEY, Setting.SECONDARY_KEY)) {
      addKey(cosmosKeys, ServerOptions.value(values, setting), false);
    }
    for (Setting setting : List.of(Setting.READ_ONLY_KEY, Setting.SECONDARY_READ_ONLY_KEY)) {
      addKey(cosmosKeys, ServerOptions.value(values, setting), true);
    }
    SettingValue accounts = ServerOptions.value(values, Setting.STORAGE_ACCOUNTS);
    TableOptions options =
        new TableOptions(
            nosql.keys() != null,
            nosql.account(),
            cosmosKeys,
            accounts(accounts),
            ServerOptions.value(values, Setting.OAUTH).oneOf(OAuth.class) == OAuth.BASIC,
            nosql.queryMillis());
    boolean anyPort = ServerOptions.value(values, Setting.PORT).text().equals("0");
    Endpoint storage = endpoint(values, Setting.STORAGE_TABLE_PORT, anyPort);
    return new TableEndpoints(
        endpoint(values, Setting.TABLE_PORT, anyPort),
        isOpenToStrangers(values, accounts, storage) ? Endpoint.OFF : storage,
        options);
  }

  private static void addKey(List<AccountKey> keys, SettingValue value, boolean readOnly) {
    if (!value.text().isEmpty()) {
      keys.add(AccountKey.parse(value.requireKey(value.text()), readOnly));
    }
  }

  static Endpoint endpoint(
      EnumMap<Setting, SettingValue> values, Setting setting, boolean anyPort) {
    SettingValue value = ServerOptions.value(values, setting);
    if (value.text().equals("off")) {
      return Endpoint.OFF;
    }
    boolean chosen = !value.isDefault();
    return anyPort && !chosen
        ? new Endpoint(0, false)
        : new Endpoint(value.wholeNumber(0, 65_535), chosen);
  }

  /**
   * Whether other machines would be let in with a key that is known to all. Where nobody asked for
   * the storage accounts they are left out then.
   */
  private static boolean isOpenToStrangers(
      EnumMap<Setting, SettingValue> values, SettingValue accounts, Endpoint storage) {
    String host = ServerOptions.value(values, Setting.HOST).text();
    if (!storage.isOn()
        || !accounts.text().contains(AccountKey.WELL_KNOWN)
        || NosqlSettings.isLoopback(host)
        || ServerOptions.value(values, Setting.FORCE_WELL_KNOWN_KEY).truth()) {
      return false;
    }
    if (storage.chosen() || !accounts.isDefault()) {
      throw DatabaseException.badRequest(
              "Other machines would be let in to a storage account with a key that is known to all."
                  + " Set --storage-accounts with keys of your own, or insist with"
                  + " --force-well-known-key.")
          .with("host", host);
    }
    return true;
  }

  private static Map<String, List<AccountKey>> accounts(SettingValue value) {
    Map<String, List<AccountKey>> accounts = new LinkedHashMap<>();
    for (String account : value.text().split(";", -1)) {
      if (account.isBlank()) {
        continue;
      }
      String[] parts = account.strip().split(":", -1);
      if (parts.length < 2 || parts.length > 3 || !isName(parts[0])) {
        throw value.invalidSecret("name:key or name:key:key, with semicolons between accounts");
      }
      List<AccountKey> keys = new ArrayList<>();
      for (int i = 1; i < parts.length; i++) {
        keys.add(AccountKey.parse(value.requireKey(parts[i])));
      }
      accounts.put(parts[0], List.copyOf(keys));
    }
    return accounts;
  }

  private static boolean isName(String name) {
    return name.length() >= 3
        && name.length() <= 24
        && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
  }
}
