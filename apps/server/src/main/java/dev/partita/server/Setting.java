package dev.partita.server;

import dev.partita.nosql.MasterKeys;
import dev.partita.table.auth.AccountKey;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * What can be set, in the order of the help. Each has one name: {@code --port 8081} on the command
 * line is {@code PARTITA_PORT=8081} in the environment and {@code port: 8081} in a file.
 */
public enum Setting {
  PORT("port", "8081", "NUMBER", "The TCP port to listen on; 0 takes any free one."),
  HOST("host", "127.0.0.1", "ADDRESS", "The address to listen on; 0.0.0.0 stands for all."),
  ALSO_PORT(
      "also-port",
      "",
      "NUMBER[,NUMBER]",
      "More ports that serve the same, for tools that look for health at 8080 or the like."),
  GREMLIN_PORT(
      "gremlin-port",
      "8901",
      "NUMBER|off",
      "The port for graphs, over WebSocket and HTTP; any free one if the other port is."),
  GREMLIN_MILLIS("gremlin-millis", "30000", "NUMBER", "How long a traversal may take."),
  QUERY_MILLIS(
      "query-millis",
      "5000",
      "NUMBER",
      "How long a page of a query may work, before it is continued in another or refused."),
  TABLE_PORT(
      "table-port",
      "8902",
      "NUMBER",
      "Where the Cosmos DB Table API is; any free port if --port is 0; off for none."),
  STORAGE_TABLE_PORT(
      "storage-table-port",
      "10002",
      "NUMBER",
      "Where the tables of storage accounts are; any free port if --port is 0; off for none."),
  EXPLORER_PORT(
      "explorer-port",
      "1234",
      "NUMBER",
      "Where the explorer opens by itself, as at /_explorer; off, or 0, for none."),
  HOSTNAME(
      "hostname",
      "",
      "NAME[,NAME]",
      "More names or addresses of the server, for its certificate and for requests by these"
          + " names."),
  ALLOWED_ORIGIN(
      "allowed-origin",
      "",
      "ORIGIN[,ORIGIN]",
      "Web pages that may send requests although the key is known to all, by their origin."),
  TLS_CERT("tls-cert", "", "FILE", "A certificate of your own, with its chain, as PEM."),
  TLS_KEY("tls-key", "", "FILE", "The private key of that certificate, as PEM."),
  TLS_PFX("tls-pfx", "", "FILE", "A certificate of your own with its key, as PKCS #12."),
  TLS_PASSWORD("tls-password", "", "TEXT", "The password of the private key or the PKCS #12 file."),
  NO_TLS("no-tls", "false", "", "Serve without TLS only."),
  DATA("data", "./data", "DIRECTORY", "Where the data is kept; made if it does not exist."),
  IN_MEMORY("in-memory", "false", "", "Keep the data in memory; it is gone at the end."),
  DURABILITY(
      "durability",
      "synced",
      "synced|relaxed",
      "What an acknowledged write survives: a power loss, or only the end of the process."),
  CACHE_BYTES("cache-bytes", "67108864", "NUMBER", "The memory for blocks read from disk."),
  LOGICAL_PARTITION_BYTES(
      "logical-partition-bytes",
      "21474836480",
      "NUMBER",
      "How much the items of one partition key value may take."),
  PHYSICAL_PARTITION_BYTES(
      "physical-partition-bytes",
      "53687091200",
      "NUMBER",
      "Beyond how much a physical partition is split."),
  NO_THROTTLE("no-throttle", "false", "", "Admit requests beyond the provisioned throughput."),
  BURST("burst", "false", "", "Let partitions spend throughput they left unused before."),
  AUTH("auth", "key", "key|off", "Whether requests must be signed with a key of the account."),
  KEY("key", MasterKeys.WELL_KNOWN, "BASE64", "The account's key; the default is known to all."),
  SECONDARY_KEY("secondary-key", "", "BASE64", "A second key, so that the first can be replaced."),
  READ_ONLY_KEY("read-only-key", "", "BASE64", "A key that allows reading only."),
  SECONDARY_READ_ONLY_KEY(
      "secondary-read-only-key", "", "BASE64", "A second key that allows reading only."),
  STORAGE_ACCOUNTS(
      "storage-accounts",
      AccountKey.WELL_KNOWN_ACCOUNT + ":" + AccountKey.WELL_KNOWN,
      "NAME:KEY;NAME:KEY:KEY",
      "The storage accounts with one or two keys each; the default is the one of all emulators."),
  OAUTH(
      "oauth",
      "off",
      "off|basic",
      "Whether bearer tokens are accepted for tables; basic does not check who signed them."),
  FORCE_WELL_KNOWN_KEY(
      "force-well-known-key",
      "false",
      "",
      "Accept the key that is known to all from other machines, too."),
  GATEWAY_ENDPOINT(
      "gateway-endpoint",
      "",
      "URI",
      "Where clients are told to send requests, if not where they sent the first one."),
  EMULATOR_VARIABLES(
      "emulator-variables",
      "false",
      "",
      "Also heed PORT, CERT_PATH and other variables with which tools configure emulators."),
  METRICS_CONTAINERS(
      "metrics-containers",
      "100",
      "NUMBER",
      "How many containers, the busiest, have metrics of their own."),
  REQUEST_LOG_EVERY(
      "request-log-every",
      "100",
      "NUMBER",
      "One in how many requests is kept in the request log, besides those that fail; 0 for none."),
  REQUEST_LOG_BYTES(
      "request-log-bytes",
      "0",
      "NUMBER",
      "How much the files of the request log may take; 0 to keep it in memory only."),
  OTLP_ENDPOINT(
      "otlp-endpoint",
      "",
      "URI",
      "The OpenTelemetry collector that metrics are sent to, such as http://localhost:4318."),
  OTLP_MILLIS("otlp-millis", "60000", "NUMBER", "How often metrics are sent there."),
  MAX_BODY_BYTES("max-body-bytes", "8388608", "NUMBER", "The longest request body."),
  MAX_CONNECTIONS("max-connections", "1000", "NUMBER", "How many connections may be open."),
  IDLE_MILLIS("idle-millis", "120000", "NUMBER", "How long a connection may be idle."),
  DRAIN_MILLIS(
      "drain-millis", "10000", "NUMBER", "How long requests under way may take when stopping."),
  LOG_LEVEL("log-level", "info", "error|warn|info|debug|trace", "How much is logged.");

  private static final int NEAR = 3;

  private final String key;
  private final String defaultText;
  private final String valueName;
  private final String description;

  Setting(String key, String defaultText, String valueName, String description) {
    this.key = key;
    this.defaultText = defaultText;
    this.valueName = valueName;
    this.description = description;
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

  static String variable(String key) {
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

  static Optional<Setting> named(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** The setting whose name is most like the given one, if any is much like it. */
  static Optional<Setting> nearest(String key) {
    String wanted = key.toLowerCase(Locale.ROOT).replace('_', '-');
    return Arrays.stream(values())
        .filter(setting -> distance(setting.key, wanted) <= NEAR)
        .min(Comparator.comparingInt(setting -> distance(setting.key, wanted)));
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
