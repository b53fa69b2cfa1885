package dev.partita.protocol.account;

import dev.partita.base.error.DatabaseException;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import dev.partita.protocol.setting.SettingValues;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of the account, with those that say who can reach it. */
public final class AccountSettings {

  /** Whether clients have to prove who they are. */
  enum Auth {
    KEY,
    OFF
  }

  public static final Setting<String> HOST =
      Setting.of(
          "host",
          "127.0.0.1",
          "ADDRESS",
          "The address to listen on; 0.0.0.0 stands for all.",
          SettingValue::notEmpty);

  static final Setting<Auth> AUTH =
      Setting.choice(
          "auth", Auth.KEY, "Whether requests must be signed with a key of the account.");

  public static final Setting<Optional<AccountKeys.Key>> KEY =
      key("key", AccountKeys.WELL_KNOWN, "The account's key; the default is known to all.");

  static final Setting<Optional<AccountKeys.Key>> SECONDARY_KEY =
      key("secondary-key", "", "A second key, so that the first can be replaced.");

  static final Setting<Optional<AccountKeys.Key>> READ_ONLY_KEY =
      key("read-only-key", "", "A key that allows reading only.");

  static final Setting<Optional<AccountKeys.Key>> SECONDARY_READ_ONLY_KEY =
      key("secondary-read-only-key", "", "A second key that allows reading only.");

  static final Setting<Boolean> FORCE_WELL_KNOWN_KEY =
      Setting.flag(
          "force-well-known-key", "Accept the key that is known to all from other machines, too.");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          HOST,
          AUTH,
          KEY,
          SECONDARY_KEY,
          READ_ONLY_KEY,
          SECONDARY_READ_ONLY_KEY,
          FORCE_WELL_KNOWN_KEY);

  private AccountSettings() {}

  /**
   * The account that the settings describe.
   *
   * @throws DatabaseException BAD_REQUEST if a key is not possible, or other machines would be let
   *     in with one that is known to all
   */
  public static Account account(String name, SettingValues values) {
    boolean off = values.of(AUTH) == Auth.OFF;
    AccountKeys keys =
        new AccountKeys(
            keys(values, KEY, SECONDARY_KEY), keys(values, READ_ONLY_KEY, SECONDARY_READ_ONLY_KEY));
    Account account = new Account(name, off ? null : keys);
    if (account.isOpen() && refusesStrangersWithKnownKeys(values)) {
      throw DatabaseException.badRequest(
              "Other machines would be let in with a key that is known to all, or without one. Set"
                  + " --key to one of your own (base64), or insist with --force-well-known-key.")
          .with("host", values.given(HOST).text());
    }
    return account;
  }

  /**
   * Whether other machines can reach the server, so that it must not have keys that are known to
   * all, and nobody has insisted that it may.
   */
  public static boolean refusesStrangersWithKnownKeys(SettingValues values) {
    return !isLoopback(values.given(HOST).text()) && !values.of(FORCE_WELL_KNOWN_KEY);
  }

  /** Whether an address to listen on is that of this machine alone. */
  public static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // Listening will say what is wrong with it.
      return true;
    }
  }

  private static Setting<Optional<AccountKeys.Key>> key(
      String key, String defaultText, String description) {
    return Setting.of(key, defaultText, "BASE64", description, AccountSettings::readKey);
  }

  private static Optional<AccountKeys.Key> readKey(SettingValue value) {
    return value.text().isEmpty()
        ? Optional.empty()
        : Optional.of(AccountKeys.decode(value.requireKey(value.text())));
  }

  private static List<AccountKeys.Key> keys(
      SettingValues values,
      Setting<Optional<AccountKeys.Key>> first,
      Setting<Optional<AccountKeys.Key>> second) {
    return Stream.concat(values.of(first).stream(), values.of(second).stream()).toList();
  }
}
