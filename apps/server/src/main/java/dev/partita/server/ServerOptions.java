package dev.partita.server;

import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.net.transport.NetLimits;
import dev.partita.protocol.Listener;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.server.rehearsal.RehearsalModule;
import dev.partita.storage.Durability;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs. {@link #standard} has the defaults, {@link #resolve} what a user chose; {@link
 * Settings} explains the values. Immutable.
 *
 * @param alsoPorts more ports that serve the same
 * @param account the account that is served, and who may use it
 * @param publicEndpoint where clients are told to send requests; null for where they sent this one
 * @param queryMillis how long a page of a query may work
 * @param tls which certificate clients are shown
 * @param origins from where requests are taken that show no secret
 * @param data where the data is kept, unless it is kept in memory
 * @param throttling whether requests beyond the provisioned throughput are refused
 * @param telemetry what the server tells of itself, and to whom
 * @param drainMillis how long requests under way may take when the server stops
 * @param protocols what the server speaks, each with what was chosen for it
 * @param ownPorts whether protocols that listen at ports of their own do so
 * @param cluster whether the server is a node of a cluster
 */
public record ServerOptions(
    String host,
    int port,
    List<Integer> alsoPorts,
    Account account,
    @Nullable String publicEndpoint,
    long queryMillis,
    CertificateChoice tls,
    Origins origins,
    Path data,
    boolean inMemory,
    Durability durability,
    long cacheBytes,
    EngineLimits engineLimits,
    boolean throttling,
    TelemetryOptions telemetry,
    NetLimits limits,
    long drainMillis,
    LogLevel logLevel,
    List<ChosenProtocol<?, ?>> protocols,
    boolean ownPorts,
    ClusterChoice cluster) {

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
   *     was given, when a value is not possible, the file is not understood or a variable is
   *     unknown
   */
  public static ServerOptions resolve(Map<String, String> flags, Map<String, String> environment) {
    return resolve(Protocols.ALL, flags, environment);
  }

  /** The same for a server that speaks other protocols. */
  static ServerOptions resolve(
      List<ProtocolModule<?, ?>> modules,
      Map<String, String> flags,
      Map<String, String> environment) {
    Settings settings = Settings.of(modules);
    settings.requireKnown(environment.keySet());
    String variable = environment.getOrDefault(Setting.variable(CONFIG), "");
    String file = flags.getOrDefault(CONFIG, variable);
    Map<Setting<?>, SettingValue> fromFile =
        file.isEmpty() ? Map.of() : new SettingsFile(settings).read(Path.of(file));
    var values = new HashMap<Setting<?>, SettingValue>();
    for (Setting<?> setting : settings.all()) {
      values.put(setting, choose(setting, flags, environment, fromFile.get(setting)));
    }
    if (new SettingValues(values).of(ServerSettings.EMULATOR_VARIABLES)) {
      new EmulatorVariables(settings)
          .read(environment)
          .forEach(
              (setting, value) ->
                  values.computeIfPresent(
                      setting, (_, given) -> given.isDefault() ? value : given));
    }
    return from(modules, new SettingValues(values));
  }

  private static SettingValue choose(
      Setting<?> setting,
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

  private static ServerOptions from(List<ProtocolModule<?, ?>> modules, SettingValues values) {
    EngineLimits standard = EngineLimits.defaults();
    return new ServerOptions(
        values.of(AccountSettings.HOST),
        values.of(ServerSettings.PORT),
        values.of(ServerSettings.ALSO_PORT),
        AccountSettings.account(Engine.DEFAULT_ACCOUNT, values),
        values.of(ServerSettings.GATEWAY_ENDPOINT).orElse(null),
        values.of(ServerSettings.QUERY_MILLIS),
        TlsSettings.choose(values),
        Origins.from(values),
        values.of(ServerSettings.DATA),
        values.of(ServerSettings.IN_MEMORY),
        values.of(ServerSettings.DURABILITY).durability(),
        values.of(ServerSettings.CACHE_BYTES),
        standard
            .withLogicalPartitionBytes(values.of(ServerSettings.LOGICAL_PARTITION_BYTES))
            .withPhysicalPartitionBytes(values.of(ServerSettings.PHYSICAL_PARTITION_BYTES))
            .withThroughput(standard.throughput().withBurst(values.of(ServerSettings.BURST))),
        !values.of(ServerSettings.NO_THROTTLE),
        TelemetryOptions.from(values),
        NetLimits.standard()
            .withBodyBytes(Math.toIntExact(values.of(ServerSettings.MAX_BODY_BYTES)))
            .withConnections(values.of(ServerSettings.MAX_CONNECTIONS))
            .withIdleMillis(values.of(ServerSettings.IDLE_MILLIS)),
        values.of(ServerSettings.DRAIN_MILLIS),
        values.of(ServerSettings.LOG_LEVEL),
        modules.stream()
            .<ChosenProtocol<?, ?>>map(each -> ChosenProtocol.of(each, values))
            .toList(),
        true,
        ClusterChoice.from(values));
  }

  /** Whether tests may have requests fail, and move the clock. */
  boolean rehearsals() {
    return protocols.stream()
        .anyMatch(each -> each.options() instanceof RehearsalModule.Options(boolean on) && on);
  }

  /** Where certificates are kept that the server makes. */
  public Path certificates() {
    return data.resolve("tls");
  }

  /**
   * At which port of its own a listener listens, if at any; 0 stands for any free one. Beside a
   * server at any free port it takes any, too, unless a user asked for this one; and what is served
   * at the server's own ports anyway is not served at one more.
   */
  OptionalInt portOf(Listener<?> listener) {
    return switch (listener) {
      case Listener.AtPath<?> _ -> OptionalInt.empty();
      case Listener.AtPort<?> at when !ownPorts || !at.port().isOn() -> OptionalInt.empty();
      case Listener.AtPort<?> at ->
          OptionalInt.of(port == 0 && !at.port().chosen() ? 0 : at.port().port());
      case Listener.Alias<?> alias when port == 0 && !alias.port().chosen() -> OptionalInt.empty();
      case Listener.Alias<?> alias when !alias.port().isOn() -> OptionalInt.empty();
      case Listener.Alias<?> alias -> OptionalInt.of(alias.port().port());
    };
  }

  /** With another port; with 0 any free one goes for the other listeners, too. */
  public ServerOptions withPort(int newPort) {
    return with(change -> change.port = newPort);
  }

  /** Without ports that are a single protocol's. */
  public ServerOptions withoutOwnPorts() {
    return with(change -> change.ownPorts = false);
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
        account,
        publicEndpoint,
        queryMillis,
        changed.tls,
        origins,
        changed.data,
        changed.inMemory,
        changed.durability,
        changed.cacheBytes,
        changed.engineLimits,
        changed.throttling,
        telemetry,
        limits,
        drainMillis,
        logLevel,
        protocols,
        changed.ownPorts,
        cluster);
  }

  /** What can be chosen in a program, with what these options have of it to begin with. */
  private final class Change {
    private int port = ServerOptions.this.port;
    private CertificateChoice tls = ServerOptions.this.tls;
    private Path data = ServerOptions.this.data;
    private boolean inMemory = ServerOptions.this.inMemory;
    private Durability durability = ServerOptions.this.durability;
    private long cacheBytes = ServerOptions.this.cacheBytes;
    private EngineLimits engineLimits = ServerOptions.this.engineLimits;
    private boolean throttling = ServerOptions.this.throttling;
    private boolean ownPorts = ServerOptions.this.ownPorts;
  }
}
