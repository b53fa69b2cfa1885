package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Engine;
import dev.partita.nosql.MasterKeys;
import dev.partita.nosql.NosqlOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

/** The settings of the NoSQL API, put together and checked against each other. */
final class NosqlSettings {

  private NosqlSettings() {}

  static NosqlOptions from(EnumMap<Setting, SettingValue> values) {
    SettingValue endpoint = ServerOptions.value(values, Setting.GATEWAY_ENDPOINT);
    boolean off = ServerOptions.value(values, Setting.AUTH).oneOf(Auth.class) == Auth.OFF;
    List<MasterKeys.Key> full = keys(values, Setting.KEY, Setting.SECONDARY_KEY);
    List<MasterKeys.Key> readOnly =
        keys(values, Setting.READ_ONLY_KEY, Setting.SECONDARY_READ_ONLY_KEY);
    MasterKeys.Key wellKnown = MasterKeys.decode(MasterKeys.WELL_KNOWN);
    boolean known = off || full.contains(wellKnown);
    if (known
        && !isLoopback(text(values, Setting.HOST))
        && !ServerOptions.value(values, Setting.FORCE_WELL_KNOWN_KEY).truth()) {
      throw DatabaseException.badRequest(
              "Other machines would be let in with a key that is known to all, or without one. Set"
                  + " --key to one of your own (base64), or insist with --force-well-known-key.")
          .with("host", text(values, Setting.HOST));
    }
    return new NosqlOptions(
        Engine.DEFAULT_ACCOUNT,
        off ? null : new MasterKeys(full, readOnly),
        endpoint.isEmpty() ? null : endpoint.endpoint(),
        ServerOptions.value(values, Setting.QUERY_MILLIS).wholeNumber(1, Integer.MAX_VALUE));
  }

  private enum Auth {
    KEY,
    OFF
  }

  private static List<MasterKeys.Key> keys(
      EnumMap<Setting, SettingValue> values, Setting... settings) {
    List<MasterKeys.Key> keys = new ArrayList<>();
    for (Setting setting : settings) {
      SettingValue value = ServerOptions.value(values, setting);
      if (!value.text().isEmpty()) {
        keys.add(value.key());
      }
    }
    return keys;
  }

  private static String text(EnumMap<Setting, SettingValue> values, Setting setting) {
    return ServerOptions.value(values, setting).text();
  }

  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      // Listening will say what is wrong with it.
      return true;
    }
  }
}
