package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.setting.Setting;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** All that can be set of a server: its own settings, then those of its protocols. Immutable. */
public final class Settings {

  private static final int NEAR = 3;
  private static final String PREFIX = Setting.variable("");

  /** What the launcher and commands on a server take from the environment. */
  private static final Set<String> OF_COMMANDS =
      Set.of(
          Setting.variable("ca-file"),
          Setting.variable("config"),
          Setting.variable("endpoint"),
          Setting.variable("home"),
          Setting.variable("java-opts"),
          Setting.variable("key-file"));

  private final Map<String, Setting<?>> byKey = new LinkedHashMap<>();

  private Settings(List<ProtocolModule<?, ?>> modules) {
    ServerSettings.ALL.forEach(this::add);
    modules.forEach(module -> module.settings().forEach(this::add));
  }

  /**
   * @throws IllegalArgumentException if two settings have the same name
   */
  static Settings of(List<ProtocolModule<?, ?>> modules) {
    return new Settings(modules);
  }

  /** Those of a server with all protocols. */
  public static Settings standard() {
    return of(Protocols.ALL);
  }

  private void add(Setting<?> setting) {
    if (byKey.put(setting.key(), setting) != null) {
      throw new IllegalArgumentException("Two settings have this name: " + setting);
    }
  }

  public List<Setting<?>> all() {
    return List.copyOf(byKey.values());
  }

  public Optional<Setting<?>> named(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /**
   * Refuses variables that look like settings and are none, as a file with such a line is refused.
   *
   * @throws DatabaseException BAD_REQUEST naming the variable
   */
  void requireKnown(Set<String> variables) {
    Set<String> known = new TreeSet<>(OF_COMMANDS);
    all().forEach(setting -> known.add(setting.variable()));
    for (String variable : new TreeSet<>(variables)) {
      if (variable.startsWith(PREFIX) && !known.contains(variable)) {
        throw DatabaseException.badRequest("The environment names an unknown setting")
            .with("variable", variable)
            .with(
                "didYouMean",
                nearest(variable.substring(PREFIX.length()))
                    .map(Setting::variable)
                    .orElse("one of those that 'partita serve --help' lists"));
      }
    }
  }

  /** The setting whose name is most like the given one, if any is much like it. */
  Optional<Setting<?>> nearest(String key) {
    String wanted = key.toLowerCase(Locale.ROOT).replace('_', '-');
    return all().stream()
        .filter(setting -> distance(setting.key(), wanted) <= NEAR)
        .min(Comparator.comparingInt(setting -> distance(setting.key(), wanted)));
  }

  /** The number of letters to insert, remove or replace to get from one text to the other. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], row[j]));
      }
    }
    return row[to.length()];
  }
}
