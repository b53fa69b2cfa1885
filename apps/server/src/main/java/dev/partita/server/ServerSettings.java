package dev.partita.server;

import dev.partita.container.EngineLimits;
import dev.partita.net.transport.NetLimits;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be set of a server, whatever protocols it speaks. */
public final class ServerSettings {

  private static final NetLimits NET = NetLimits.standard();
  private static final EngineLimits ENGINE = EngineLimits.defaults();
  private static final int METRICS_CONTAINERS_MAX = 100_000;
  private static final long CACHE_BYTES_MIN = 1L << 20;

  static final long LOG_BYTES_MIN = 1 << 16;

  public static final Setting<Integer> PORT =
      Setting.number(
          "port", 8081, 0, PortChoice.PORT_MAX, "The TCP port to listen on; 0 takes any free one.");

  static final Setting<List<Integer>> ALSO_PORT =
      Setting.of(
          "also-port",
          "",
          "NUMBER[,NUMBER]",
          "More ports that serve the same, for tools that look for health at 8080 or the like.",
          value -> value.each().map(each -> each.wholeNumber(0, PortChoice.PORT_MAX)).toList());

  static final Setting<Integer> QUERY_MILLIS =
      Setting.number(
          "query-millis",
          5_000,
          1,
          Integer.MAX_VALUE,
          "How long a page of a query may work, before it is continued in another or refused.");

  static final Setting<List<String>> HOSTNAME =
      Setting.texts(
          "hostname",
          "NAME[,NAME]",
          "More names or addresses of the server, for its certificate and for requests by these"
              + " names.");

  static final Setting<List<String>> ALLOWED_ORIGIN =
      Setting.of(
          "allowed-origin",
          "",
          "ORIGIN[,ORIGIN]",
          "Web pages that may send requests although the key is known to all, by their origin.",
          value -> value.each().map(SettingValue::origin).toList());

  static final Setting<Optional<Path>> TLS_CERT =
      file("tls-cert", "A certificate of your own, with its chain, as PEM.");

  static final Setting<Optional<Path>> TLS_KEY =
      file("tls-key", "The private key of that certificate, as PEM.");

  static final Setting<Optional<Path>> TLS_PFX =
      file("tls-pfx", "A certificate of your own with its key, as PKCS #12.");

  static final Setting<String> TLS_PASSWORD =
      Setting.text(
          "tls-password", "", "TEXT", "The password of the private key or the PKCS #12 file.");

  static final Setting<Boolean> NO_TLS = Setting.flag("no-tls", "Serve without TLS only.");

  public static final Setting<Path> DATA =
      Setting.of(
          "data",
          "./data",
          "DIRECTORY",
          "Where the data is kept; made if it does not exist.",
          SettingValue::path);

  static final Setting<Boolean> IN_MEMORY =
      Setting.flag("in-memory", "Keep the data in memory; it is gone at the end.");

  static final Setting<DurabilityChoice> DURABILITY =
      Setting.choice(
          "durability",
          DurabilityChoice.SYNCED,
          "What an acknowledged write survives: a power loss, or only the end of the process.");

  static final Setting<Long> CACHE_BYTES =
      Setting.size(
          "cache-bytes",
          64L << 20,
          CACHE_BYTES_MIN,
          Long.MAX_VALUE,
          "The memory for blocks read from disk.");

  static final Setting<Long> LOGICAL_PARTITION_BYTES =
      Setting.size(
          "logical-partition-bytes",
          ENGINE.logicalPartitionBytes(),
          1,
          Long.MAX_VALUE,
          "How much the items of one partition key value may take.");

  static final Setting<Long> PHYSICAL_PARTITION_BYTES =
      Setting.size(
          "physical-partition-bytes",
          ENGINE.physicalPartitionBytes(),
          1,
          Long.MAX_VALUE,
          "Beyond how much a physical partition is split.");

  static final Setting<Boolean> NO_THROTTLE =
      Setting.flag("no-throttle", "Admit requests beyond the provisioned throughput.");

  static final Setting<Boolean> BURST =
      Setting.flag("burst", "Let partitions spend throughput they left unused before.");

  static final Setting<Optional<String>> GATEWAY_ENDPOINT =
      endpoint(
          "gateway-endpoint",
          "Where clients are told to send requests, if not where they sent the first one.");

  static final Setting<Boolean> EMULATOR_VARIABLES =
      Setting.flag(
          "emulator-variables",
          "Also heed PORT, CERT_PATH and other variables with which tools configure emulators.");

  static final Setting<Integer> METRICS_CONTAINERS =
      Setting.number(
          "metrics-containers",
          100,
          0,
          METRICS_CONTAINERS_MAX,
          "How many containers, the busiest, have metrics of their own.");

  static final Setting<Integer> REQUEST_LOG_EVERY =
      Setting.number(
          "request-log-every",
          100,
          0,
          Integer.MAX_VALUE,
          "One in how many requests is kept in the request log, besides those that fail; 0 for"
              + " none.");

  static final Setting<Long> REQUEST_LOG_BYTES =
      Setting.of(
          "request-log-bytes",
          "0",
          "SIZE",
          "How much the files of the request log may take; 0 to keep it in memory only.",
          value -> value.text().equals("0") ? 0L : value.size(LOG_BYTES_MIN, Long.MAX_VALUE));

  static final Setting<Boolean> REQUEST_LOG_HASHES =
      Setting.flag(
          "request-log-hashes",
          "Have hashes in the request log, in place of partition keys and of values in filters.");

  static final Setting<Optional<String>> OTLP_ENDPOINT =
      endpoint(
          "otlp-endpoint",
          "The OpenTelemetry collector that metrics are sent to, such as http://localhost:4318.");

  static final Setting<Integer> OTLP_MILLIS =
      Setting.number(
          "otlp-millis", 60_000, 100, Integer.MAX_VALUE, "How often metrics are sent there.");

  static final Setting<Long> MAX_BODY_BYTES =
      Setting.size(
          "max-body-bytes", NET.bodyBytes(), 1, Integer.MAX_VALUE, "The longest request body.");

  static final Setting<Integer> MAX_CONNECTIONS =
      Setting.number(
          "max-connections",
          NET.connections(),
          1,
          Integer.MAX_VALUE,
          "How many connections may be open.");

  static final Setting<Long> IDLE_MILLIS =
      Setting.number(
          "idle-millis",
          NET.idleMillis(),
          1,
          Integer.MAX_VALUE,
          "How long a connection may be idle.");

  static final Setting<Integer> DRAIN_MILLIS =
      Setting.number(
          "drain-millis",
          10_000,
          0,
          Integer.MAX_VALUE,
          "How long requests under way may take when stopping.");

  static final Setting<LogLevel> LOG_LEVEL =
      Setting.choice("log-level", LogLevel.INFO, "How much is logged.");

  /** All of them, with those of the account. */
  static final List<Setting<?>> ALL =
      Stream.of(
              List.of(PORT),
              AccountSettings.ALL,
              List.of(
                  ALSO_PORT,
                  QUERY_MILLIS,
                  HOSTNAME,
                  ALLOWED_ORIGIN,
                  TLS_CERT,
                  TLS_KEY,
                  TLS_PFX,
                  TLS_PASSWORD,
                  NO_TLS,
                  DATA,
                  IN_MEMORY,
                  DURABILITY,
                  CACHE_BYTES,
                  LOGICAL_PARTITION_BYTES,
                  PHYSICAL_PARTITION_BYTES,
                  NO_THROTTLE,
                  BURST,
                  GATEWAY_ENDPOINT,
                  EMULATOR_VARIABLES,
                  METRICS_CONTAINERS,
                  REQUEST_LOG_EVERY,
                  REQUEST_LOG_BYTES,
                  REQUEST_LOG_HASHES,
                  OTLP_ENDPOINT,
                  OTLP_MILLIS,
                  MAX_BODY_BYTES,
                  MAX_CONNECTIONS,
                  IDLE_MILLIS,
                  DRAIN_MILLIS,
                  LOG_LEVEL),
              ClusterChoice.ALL)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private ServerSettings() {}

  private static Setting<Optional<Path>> file(String key, String description) {
    return Setting.of(
        key,
        "",
        "FILE",
        description,
        value -> value.isEmpty() ? Optional.empty() : Optional.of(value.path()));
  }

  private static Setting<Optional<String>> endpoint(String key, String description) {
    return Setting.of(
        key,
        "",
        "URI",
        description,
        value -> value.isEmpty() ? Optional.empty() : Optional.of(value.endpoint()));
  }
}
