package dev.partita.protocol.setting;

import dev.partita.base.error.DatabaseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What can be set, and what its values can be. It has one name: {@code --port 8081} on the command
 * line is {@code PARTITA_PORT=8081} in the environment and {@code port: 8081} in a file. Immutable;
 * a constant of the module that declares it.
 *
 * @param <T> what a value means
 */
public final class Setting<T> {

  private final String key;
  private final String defaultText;
  private final String valueName;
  private final String description;
  private final Function<SettingValue, T> reader;

  private Setting(
      String key,
      String defaultText,
      String valueName,
      String description,
      Function<SettingValue, T> reader) {
    this.key = key;
    this.defaultText = defaultText;
    this.valueName = valueName;
    this.description = description;
    this.reader = reader;
  }

  /**
   * A setting with values of its own kind.
   *
   * @param valueName what the value looks like, for the help; ends with a bracket if there may be
   *     several
   * @param reader what a value means; throws what {@link SettingValue#invalid} gives if it can mean
   *     nothing
   */
  public static <T> Setting<T> of(
      String key,
      String defaultText,
      String valueName,
      String description,
      Function<SettingValue, T> reader) {
    return new Setting<>(key, defaultText, valueName, description, reader);
  }

  /** A text as it is given. */
  public static Setting<String> text(
      String key, String defaultText, String valueName, String description) {
    return of(key, defaultText, valueName, description, SettingValue::text);
  }

  /** Texts with commas between them. */
  public static Setting<List<String>> texts(String key, String valueName, String description) {
    return of(key, "", valueName, description, SettingValue::list);
  }

  /** A whole number in a range, both ends included. */
  public static Setting<Long> number(
      String key, long standard, long min, long max, String description) {
    return of(
        key, Long.toString(standard), "NUMBER", description, value -> value.wholeNumber(min, max));
  }

  /** A whole number in a range, both ends included. */
  public static Setting<Integer> number(
      String key, int standard, int min, int max, String description) {
    return of(
        key,
        Integer.toString(standard),
        "NUMBER",
        description,
        value -> value.wholeNumber(min, max));
  }

  /** A number of bytes in a range, both ends included; may be given with a unit. */
  public static Setting<Long> size(
      String key, long standard, long min, long max, String description) {
    return of(key, SizeText.of(standard), "SIZE", description, value -> value.size(min, max));
  }

  /** A switch that is off by default. */
  public static Setting<Boolean> flag(String key, String description) {
    return of(key, "false", "", description, SettingValue::truth);
  }

  /** One of a few names, which are those of the constants in lower case. */
  public static <E extends Enum<E>> Setting<E> choice(String key, E standard, String description) {
    Class<E> type = standard.getDeclaringClass();
    String names =
        Arrays.stream(type.getEnumConstants())
            .map(SettingValue::nameOf)
            .collect(Collectors.joining("|"));
    return of(key, SettingValue.nameOf(standard), names, description, value -> value.oneOf(type));
  }

  /** A port to listen on, or {@code off}. */
  public static Setting<PortChoice> port(
      String key, int standard, String valueName, String description) {
    return of(key, Integer.toString(standard), valueName, description, SettingValue::port);
  }

  /** The name in files. */
  public String key() {
    return key;
  }

  /** The name on the command line. */
  public String flag() {
    return "--" + key;
  }

  /** The name in the environment. */
  public String variable() {
    return variable(key);
  }

  /** The name in the environment of what has this name in files. */
  public static String variable(String key) {
    return "PARTITA_" + key.replace('-', '_').toUpperCase(Locale.ROOT);
  }

  public String defaultText() {
    return defaultText;
  }

  /** What the value looks like, for the help; empty for a switch that needs none. */
  public String valueName() {
    return valueName;
  }

  public String description() {
    return description;
  }

  /** Whether it may be given several times, or several values with commas between them. */
  public boolean isList() {
    return valueName.endsWith("]");
  }

  /**
   * What a value means.
   *
   * @throws DatabaseException BAD_REQUEST naming the setting and where it was given, if the value
   *     is not possible
   */
  T read(SettingValue value) {
    return reader.apply(value);
  }

  @Override
  public String toString() {
    return key;
  }
}
