package dev.partita.server;

import dev.partita.container.EngineLimits;
import dev.partita.net.NetLimits;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.nosql.NosqlOptions;
import dev.partita.server.TableEndpoints.Endpoint;
import dev.partita.storage.Durability;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs. {@link #standard} has the defaults, {@link #resolve} what a user chose; {@link
 * Setting} explains the values.
 *
 * @param alsoPorts more ports that serve the same
 * @param gremlinPort where graphs are served; negative for nowhere
 * @param gremlinMillis how long a traversal of a graph may take
 * @param tls which certificate clients are shown
 * @param data where the data is kept, unless it is kept in memory
 * @param tables where tables are served, and for whom
 * @param explorer the port where browsers are led to the explorer
 * @param throttling whether requests beyond the provisioned throughput are refused
 * @param telemetry what the server tells of itself, and to whom
 * @param drainMillis how long requests under way may take when the server stops
 */
public record ServerOptions(
    String host,
    int port,
    List<Integer> alsoPorts,
    int gremlinPort,
    long gremlinMillis,
    CertificateChoice tls,
    Path data,
    boolean inMemory,
    Durability durability,
    long cacheBytes,
    EngineLimits engineLimits,
    boolean throttling,
    NosqlOptions nosql,
    TableEndpoints tables,
    Endpoint explorer,
    TelemetryOptions telemetry,
    NetLimits limits,
    long drainMillis,
    LogLevel logLevel) {

  private static final String CONFIG = "config";

  public static ServerOptions standard() {
    return resolve(Map.of(), Map.of());
  }

  /**
   * Options from the command line, else from the environment, else from the file that one of these
   * names as {@code config}, else from variables meant for emulators if these are to be heeded,
   * else the defaults. An empty variable counts as none.
   *
   * @param flags values by the names of settings, without dashes in front
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST naming the setting and where it
   *     was given, when a value is not possible or the file is not understood
   */
  public static ServerOptions resolve(Map<String, String> flags, Map<String, String> environment) {
    String variable = environment.getOrDefault(Setting.variable(CONFIG), "");
    String file = flags.getOrDefault(CONFIG, variable);
    Map<Setting, SettingValue> fromFile =
        file.isEmpty() ? Map.of() : SettingsFile.read(Path.of(file));
    var values = new EnumMap<Setting, SettingValue>(Setting.class);
    for (Setting setting : Setting.values()) {
      values.put(setting, choose(setting, flags, environment, fromFile.get(setting)));
    }
    if (value(values, Setting.EMULATOR_VARIABLES).truth()) {
      EmulatorVariables.read(environment)
          .forEach(
              (setting, value) -> {
                if (value(values, setting).isDefault()) {
                  values.put(setting, value);
                }
              });
    }
    return from(values);
  }

  private static SettingValue choose(
      Setting setting,
      Map<String, String> flags,
      Map<String, String> environment,
      @Nullable SettingValue fromFile) {
    String flag = flags.get(setting.key());
    if (flag != null) {
      return new SettingValue(setting, flag, setting.flag());
    }
    String variable = environment.getOrDefault(setting.variable(), "");
    if (!variable.isEmpty()) {
      return new SettingValue(setting, variable, setting.variable());
    }
    return fromFile != null ? fromFile : SettingValue.defaultOf(setting);
  }

  private static ServerOptions from(EnumMap<Setting, SettingValue> values) {
    NetLimits limits =
        NetLimits.standard()
            .withBodyBytes(number(values, Setting.MAX_BODY_BYTES))
            .withConnections(number(values, Setting.MAX_CONNECTIONS))
            .withIdleMillis(number(values, Setting.IDLE_MILLIS));
    EngineLimits standard = EngineLimits.defaults();
    EngineLimits engineLimits =
        standard
            .withLogicalPartitionBytes(bytes(values, Setting.LOGICAL_PARTITION_BYTES))
            .withPhysicalPartitionBytes(bytes(values, Setting.PHYSICAL_PARTITION_BYTES))
            .withThroughput(standard.throughput().withBurst(value(values, Setting.BURST).truth()));
    NosqlOptions nosql = NosqlSettings.from(values);
    return new ServerOptions(
        value(values, Setting.HOST).notEmpty(),
        value(values, Setting.PORT).wholeNumber(0, 65_535),
        value(values, Setting.ALSO_PORT).each().map(each -> each.wholeNumber(0, 65_535)).toList(),
        gremlinPort(values),
        value(values, Setting.GREMLIN_MILLIS).wholeNumber(1, Integer.MAX_VALUE),
        TlsSettings.choose(setting -> value(values, setting)),
        value(values, Setting.DATA).path(),
        value(values, Setting.IN_MEMORY).truth(),
        value(values, Setting.DURABILITY).oneOf(Durability.class),
        value(values, Setting.CACHE_BYTES).wholeNumber(1L << 20, Long.MAX_VALUE),
        engineLimits,
        !value(values, Setting.NO_THROTTLE).truth(),
        nosql,
        TableSettings.from(values, nosql),
        explorer(values),
        TelemetryOptions.from(values),
        limits,
        value(values, Setting.DRAIN_MILLIS).wholeNumber(0, Integer.MAX_VALUE),
        value(values, Setting.LOG_LEVEL).oneOf(LogLevel.class));
  }

  /** Who asks for any free port wants no other that may be taken. */
  private static int gremlinPort(EnumMap<Setting, SettingValue> values) {
    SettingValue chosen = value(values, Setting.GREMLIN_PORT);
    if (chosen.text().equals("off")) {
      return -1;
    }
    int port = value(values, Setting.PORT).wholeNumber(0, 65_535);
    return chosen.isDefault() && port == 0 ? 0 : chosen.wholeNumber(0, 65_535);
  }

  /** Servers that take any free port run beside others; the page is at their port anyway. */
  private static Endpoint explorer(EnumMap<Setting, SettingValue> values) {
    SettingValue value = value(values, Setting.EXPLORER_PORT);
    boolean anyPort = value.isDefault() && value(values, Setting.PORT).text().equals("0");
    if (anyPort || value.text().equals("off") || value.wholeNumber(0, 65_535) == 0) {
      return Endpoint.OFF;
    }
    return new Endpoint(value.wholeNumber(1, 65_535), !value.isDefault());
  }

  private static long bytes(EnumMap<Setting, SettingValue> values, Setting setting) {
    return value(values, setting).wholeNumber(1L, Long.MAX_VALUE);
  }

  private static int number(EnumMap<Setting, SettingValue> values, Setting setting) {
    return value(values, setting).wholeNumber(1, Integer.MAX_VALUE);
  }

  static SettingValue value(EnumMap<Setting, SettingValue> values, Setting setting) {
    SettingValue value = values.get(setting);
    if (value == null) {
      throw new IllegalStateException("No value was chosen: " + setting);
    }
    return value;
  }

  /** Where certificates are kept that the server makes. */
  public Path certificates() {
    return data.resolve("tls");
  }

  /** With another port; any free one goes for the other endpoints, too. */
  public ServerOptions withPort(int newPort) {
    return new ServerOptions(
        host,
        newPort,
        alsoPorts,
        newPort == 0 ? Math.min(0, gremlinPort) : gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        durability,
        cacheBytes,
        engineLimits,
        throttling,
        nosql,
        newPort == 0 ? tables.anyPorts() : tables,
        newPort == 0 && !explorer.chosen() ? Endpoint.OFF : explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withTls(CertificateChoice newTls) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        newTls,
        data,
        inMemory,
        durability,
        cacheBytes,
        engineLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withData(Path newData) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        newData,
        false,
        durability,
        cacheBytes,
        engineLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  /** These options with the data in memory. */
  public ServerOptions inMemoryOnly() {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        true,
        durability,
        cacheBytes,
        engineLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withDurability(Durability newDurability) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        newDurability,
        cacheBytes,
        engineLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withCacheBytes(long bytes) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        durability,
        bytes,
        engineLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  /** Which admits requests beyond the provisioned throughput. */
  public ServerOptions withoutThrottling() {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        durability,
        cacheBytes,
        engineLimits,
        false,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withEngineLimits(EngineLimits newLimits) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        durability,
        cacheBytes,
        newLimits,
        throttling,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  public ServerOptions withThrottling(boolean enabled) {
    return new ServerOptions(
        host,
        port,
        alsoPorts,
        gremlinPort,
        gremlinMillis,
        tls,
        data,
        inMemory,
        durability,
        cacheBytes,
        engineLimits,
        enabled,
        nosql,
        tables,
        explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }
}
