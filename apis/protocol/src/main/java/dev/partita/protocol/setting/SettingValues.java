package dev.partita.protocol.setting;

import java.util.Map;

/** What was chosen for each setting, which for most is the default. Immutable. */
public final class SettingValues {

  private final Map<Setting<?>, SettingValue> values;

  /**
   * @param values one for each setting that there is
   */
  public SettingValues(Map<Setting<?>, SettingValue> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * What was chosen means.
   *
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST naming the setting and where it
   *     was given, if the value is not possible
   */
  public <T> T of(Setting<T> setting) {
    return setting.read(given(setting));
  }

  /** The value as it was given, and where. */
  public SettingValue given(Setting<?> setting) {
    SettingValue value = values.get(setting);
    if (value == null) {
      throw new IllegalStateException("The setting is of no module of the server: " + setting);
    }
    return value;
  }
}
