package dev.partita.server;

import dev.partita.container.EngineLimits;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.net.transport.NetLimits;
import dev.partita.nosql.NosqlOptions;
import dev.partita.server.TableEndpoints.Endpoint;
import dev.partita.storage.Durability;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs. {@link #standard} has the defaults, {@link #resolve} what a user chose; {@link
 * Setting} explains the values.
 *
 * @param alsoPorts more ports that serve the same
 * @param gremlin where graphs are served
 * @param gremlinMillis how long a traversal of a graph may take
 * @param tls which certificate clients are shown
 * @param origins from where requests are taken
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
    Endpoint gremlin,
    long gremlinMillis,
    CertificateChoice tls,
    Origins origins,
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
    TableEndpoints tables = TableSettings.from(values, nosql);
    return new ServerOptions(
        value(values, Setting.HOST).notEmpty(),
        value(values, Setting.PORT).wholeNumber(0, 65_535),
        value(values, Setting.ALSO_PORT).each().map(each -> each.wholeNumber(0, 65_535)).toList(),
        TableSettings.endpoint(
            values, Setting.GREMLIN_PORT, value(values, Setting.PORT).text().equals("0")),
        value(values, Setting.GREMLIN_MILLIS).wholeNumber(1, Integer.MAX_VALUE),
        TlsSettings.choose(setting -> value(values, setting)),
        Origins.from(values, nosql, tables.options()),
        value(values, Setting.DATA).path(),
        value(values, Setting.IN_MEMORY).truth(),
        value(values, Setting.DURABILITY).oneOf(Durability.class),
        value(values, Setting.CACHE_BYTES).wholeNumber(1L << 20, Long.MAX_VALUE),
        engineLimits,
        !value(values, Setting.NO_THROTTLE).truth(),
        nosql,
        tables,
        explorer(values),
        TelemetryOptions.from(values),
        limits,
        value(values, Setting.DRAIN_MILLIS).wholeNumber(0, Integer.MAX_VALUE),
        value(values, Setting.LOG_LEVEL).oneOf(LogLevel.class));
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
    return with(
        change -> {
          change.port = newPort;
          if (newPort == 0) {
            change.gremlin = gremlin.anyPort();
            change.tables = tables.anyPorts();
            change.explorer = explorer.chosen() ? explorer : Endpoint.OFF;
          }
        });
  }

  public ServerOptions withTls(CertificateChoice newTls) {
    return with(change -> change.tls = newTls);
  }

  public ServerOptions withData(Path newData) {
    return with(
        change -> {
          change.data = newData;
          change.inMemory = false;
        });
  }

  /** These options with the data in memory. */
  public ServerOptions inMemoryOnly() {
    return with(change -> change.inMemory = true);
  }

  public ServerOptions withDurability(Durability newDurability) {
    return with(change -> change.durability = newDurability);
  }

  public ServerOptions withCacheBytes(long bytes) {
    return with(change -> change.cacheBytes = bytes);
  }

  public ServerOptions withEngineLimits(EngineLimits newLimits) {
    return with(change -> change.engineLimits = newLimits);
  }

  /** Which admits requests beyond the provisioned throughput. */
  public ServerOptions withoutThrottling() {
    return with(change -> change.throttling = false);
  }

  private ServerOptions with(Consumer<Change> change) {
    Change changed = new Change();
    change.accept(changed);
    return new ServerOptions(
        host,
        changed.port,
        alsoPorts,
        changed.gremlin,
        gremlinMillis,
        changed.tls,
        origins,
        changed.data,
        changed.inMemory,
        changed.durability,
        changed.cacheBytes,
        changed.engineLimits,
        changed.throttling,
        nosql,
        changed.tables,
        changed.explorer,
        telemetry,
        limits,
        drainMillis,
        logLevel);
  }

  /** What can be chosen in a program, with what these options have of it to begin with. */
  private final class Change {
    private int port = ServerOptions.this.port;
    private Endpoint gremlin = ServerOptions.this.gremlin;
    private CertificateChoice tls = ServerOptions.this.tls;
    private Path data = ServerOptions.this.data;
    private boolean inMemory = ServerOptions.this.inMemory;
    private Durability durability = ServerOptions.this.durability;
    private long cacheBytes = ServerOptions.this.cacheBytes;
    private EngineLimits engineLimits = ServerOptions.this.engineLimits;
    private boolean throttling = ServerOptions.this.throttling;
    private TableEndpoints tables = ServerOptions.this.tables;
    private Endpoint explorer = ServerOptions.this.explorer;
  }
}
