package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables with which tools configure the emulators that this server can take the
 * place of; see docs/guide/emulator.md. Only heeded on demand: PORT and the like are also set for
 * programs that have nothing to do with it.
 */
final class EmulatorVariables {

  private static final String PROTOCOL = "PROTOCOL";
  private static final String KEY_FILE = "KEY_FILE";
  private static final String ENABLE_EXPLORER = "ENABLE_EXPLORER";
  private static final String EXPLORER_PORT = "explorer-port";
  private static final Map<String, String> SETTINGS =
      Map.of(
          "PORT", ServerSettings.PORT.key(),
          "DATA_PATH", ServerSettings.DATA.key(),
          "GATEWAY_PUBLIC_ENDPOINT", ServerSettings.GATEWAY_ENDPOINT.key(),
          "CERT_PATH", ServerSettings.TLS_PFX.key(),
          "CERT_SECRET", ServerSettings.TLS_PASSWORD.key(),
          "EXPLORER_PORT", EXPLORER_PORT,
          "LOG_LEVEL", ServerSettings.LOG_LEVEL.key());

  private final Settings settings;

  /**
   * @param settings those that there are; variables that stand for others say nothing
   */
  EmulatorVariables(Settings settings) {
    this.settings = settings;
  }

  /**
   * The settings that the variables stand for.
   *
   * @throws DatabaseException BAD_REQUEST when one of them asks for what cannot be had
   */
  Map<Setting<?>, SettingValue> read(Map<String, String> environment) {
    var values = new HashMap<Setting<?>, SettingValue>();
    SETTINGS.forEach(
        (variable, setting) -> {
          String text = given(environment, variable);
          if (text != null) {
            put(values, setting, translated(setting, text), variable);
          }
        });
    String keyFile = given(environment, KEY_FILE);
    if (keyFile != null) {
      put(values, AccountSettings.KEY.key(), contents(keyFile), KEY_FILE);
    }
    if ("false".equalsIgnoreCase(given(environment, ENABLE_EXPLORER))) {
      put(values, EXPLORER_PORT, "off", ENABLE_EXPLORER);
    }
    String protocol = given(environment, PROTOCOL);
    if (protocol != null) {
      requireServed(protocol);
    }
    return values;
  }

  private void put(
      Map<Setting<?>, SettingValue> values, String setting, String text, String source) {
    settings
        .named(setting)
        .ifPresent(known -> values.put(known, new SettingValue(known, text, source)));
  }

  private static @Nullable String given(Map<String, String> environment, String variable) {
    String text = environment.getOrDefault(variable, "");
    return text.isEmpty() ? null : text;
  }

  private static String translated(String setting, String text) {
    return setting.equals(ServerSettings.LOG_LEVEL.key()) && text.equalsIgnoreCase("quiet")
        ? "error"
        : text;
  }

  /** Whatever protocol a client was told of, it finds: the port speaks them all. */
  private static void requireServed(String protocol) {
    switch (protocol.toLowerCase(Locale.ROOT)) {
      case "http", "https", "https-insecure" -> {}
      default ->
          throw DatabaseException.badRequest("This protocol is not one that the server speaks")
              .with("source", PROTOCOL)
              .with("value", protocol)
              .with("expected", "http, https or https-insecure");
    }
  }

  private static String contents(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | InvalidPathException e) {
      throw DatabaseException.badRequest("Cannot read the file of the account's key")
          .with("source", KEY_FILE)
          .with("file", file)
          .with("reason", e);
    }
  }
}
