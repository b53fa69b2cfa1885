package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
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
  private static final Map<String, Setting> SETTINGS =
      Map.of(
          "PORT", Setting.PORT,
          "DATA_PATH", Setting.DATA,
          "GATEWAY_PUBLIC_ENDPOINT", Setting.GATEWAY_ENDPOINT,
          "CERT_PATH", Setting.TLS_PFX,
          "CERT_SECRET", Setting.TLS_PASSWORD,
          "EXPLORER_PORT", Setting.EXPLORER_PORT,
          "LOG_LEVEL", Setting.LOG_LEVEL);

  private EmulatorVariables() {}

  /**
   * The settings that the variables stand for.
   *
   * @throws DatabaseException BAD_REQUEST when one of them asks for what cannot be had
   */
  static Map<Setting, SettingValue> read(Map<String, String> environment) {
    var values = new EnumMap<Setting, SettingValue>(Setting.class);
    SETTINGS.forEach(
        (variable, setting) -> {
          String text = given(environment, variable);
          if (text != null) {
            values.put(setting, new SettingValue(setting, translated(setting, text), variable));
          }
        });
    String keyFile = given(environment, KEY_FILE);
    if (keyFile != null) {
      values.put(Setting.KEY, new SettingValue(Setting.KEY, contents(keyFile), KEY_FILE));
    }
    if ("false".equalsIgnoreCase(given(environment, ENABLE_EXPLORER))) {
      values.put(
          Setting.EXPLORER_PORT, new SettingValue(Setting.EXPLORER_PORT, "off", ENABLE_EXPLORER));
    }
    String protocol = given(environment, PROTOCOL);
    if (protocol != null) {
      requireServed(protocol);
    }
    return values;
  }

  private static @Nullable String given(Map<String, String> environment, String variable) {
    String text = environment.getOrDefault(variable, "");
    return text.isEmpty() ? null : text;
  }

  private static String translated(Setting setting, String text) {
    return setting == Setting.LOG_LEVEL && text.equalsIgnoreCase("quiet") ? "error" : text;
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
