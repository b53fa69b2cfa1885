package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The reader of settings files: UTF-8 lines of {@code name: value}; empty lines and lines that
 * begin with # say nothing. A value is everything after the colon, without the blanks around it, so
 * nothing in it ever needs escaping.
 */
final class SettingsFile {

  private final Settings settings;

  /**
   * @param settings those that there are
   */
  SettingsFile(Settings settings) {
    this.settings = settings;
  }

  Map<Setting<?>, SettingValue> read(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new DatabaseException(
              ErrorCode.BAD_REQUEST,
              "Cannot read the settings file; it must exist and be UTF-8 text",
              e)
          .with("file", file.toAbsolutePath());
    }
    var values = new HashMap<Setting<?>, SettingValue>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        SettingValue value = parse(line, file + " line " + (i + 1));
        if (values.put(value.setting(), value) != null) {
          throw DatabaseException.badRequest("The settings file sets this twice; keep one line")
              .with("setting", value.setting().key())
              .with("source", value.source());
        }
      }
    }
    return values;
  }

  private SettingValue parse(String line, String source) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw DatabaseException.badRequest(
              "A line of the settings file is not of the form 'name: value'")
          .with("source", source);
    }
    String key = line.substring(0, colon).strip();
    Setting<?> setting =
        settings
            .named(key)
            .orElseThrow(
                () ->
                    DatabaseException.badRequest("The settings file names an unknown setting")
                        .with("setting", key)
                        .with("source", source)
                        .with("didYouMean", suggestion(key)));
    return new SettingValue(setting, line.substring(colon + 1).strip(), source);
  }

  private String suggestion(String key) {
    return settings
        .nearest(key)
        .map(Setting::key)
        .orElseGet(
            () ->
                settings.all().stream()
                    .map(Setting::key)
                    .collect(Collectors.joining(", ", "one of ", "")));
  }
}
