package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.table.auth.AccountKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be set of tables. */
final class TableSettings {

  /** Whether bearer tokens are accepted. */
  enum OAuth {
    OFF,
    BASIC
  }

  static final Setting<PortChoice> TABLE_PORT =
      Setting.port(
          "table-port",
          8902,
          "NUMBER",
          "Where the Cosmos DB Table API is; any free port if --port is 0; off for none.");

  static final Setting<PortChoice> STORAGE_TABLE_PORT =
      Setting.port(
          "storage-table-port",
          10_002,
          "NUMBER",
          "Where the tables of storage accounts are; any free port if --port is 0; off for none.");

  static final Setting<Map<String, List<AccountKey>>> STORAGE_ACCOUNTS =
      Setting.of(
          "storage-accounts",
          AccountKey.WELL_KNOWN_ACCOUNT + ":" + AccountKey.WELL_KNOWN,
          "NAME:KEY;NAME:KEY:KEY",
          "The storage accounts with one or two keys each; the default is the one of all"
              + " emulators.",
          TableSettings::accounts);

  static final Setting<OAuth> OAUTH =
      Setting.choice(
          "oauth",
          OAuth.OFF,
          "Whether bearer tokens are accepted for tables; basic does not check who signed them.");

  static final List<Setting<?>> ALL =
      List.of(TABLE_PORT, STORAGE_TABLE_PORT, STORAGE_ACCOUNTS, OAUTH);

  private TableSettings() {}

  /**
   * The port of the storage accounts. Where other machines would be let in with a key that is known
   * to all it is an error to ask for them, and otherwise they are left out.
   */
  static PortChoice storagePort(SettingValues values) {
    PortChoice port = values.of(STORAGE_TABLE_PORT);
    SettingValue accounts = values.given(STORAGE_ACCOUNTS);
    if (!port.isOn()
        || !hasKnownKey(accounts)
        || !AccountSettings.refusesStrangersWithKnownKeys(values)) {
      return port;
    }
    if (port.chosen() || !accounts.isDefault()) {
      throw DatabaseException.badRequest(
              "Other machines would be let in to a storage account with a key that is known to all."
                  + " Set --storage-accounts with keys of your own, or insist with"
                  + " --force-well-known-key.")
          .with("host", values.given(AccountSettings.HOST).text());
    }
    return PortChoice.OFF;
  }

  /** Whether one of the storage accounts has a key that is known to all. */
  static boolean hasKnownKey(SettingValue accounts) {
    return accounts.text().contains(AccountKey.WELL_KNOWN);
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
