package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.protocol.Listener;
import dev.partita.protocol.setting.Setting;
import dev.partita.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ServerOptionsTest {

  /** Of 36 bytes. */
  private static final String KEY = "c2VjcmV0".repeat(6);

  @TempDir Path folder;

  @Test
  void hasDefaults() {
    ServerOptions options = ServerOptions.standard();
    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(options.port()).isEqualTo(8081);
    assertThat(options.data()).isEqualTo(Path.of("./data"));
    assertThat(options.inMemory()).isFalse();
    assertThat(options.durability()).isEqualTo(Durability.SYNCED);
    assertThat(options.drainMillis()).isEqualTo(10_000);
    assertThat(options.logLevel()).isEqualTo(LogLevel.INFO);
    assertThat(options.limits().bodyBytes()).isEqualTo(8_388_608);
  }

  @Test
  void prefersFlagsToTheEnvironmentToTheFileToTheDefault() throws IOException {
    Path file = write("port: 1\nhost: file\ndurability: relaxed\nin-memory: true\n");
    ServerOptions options =
        ServerOptions.resolve(
            Map.of("port", "3", "config", file.toString()),
            Map.of("PARTITA_PORT", "2", "PARTITA_HOST", "environment"));
    assertThat(options.port()).isEqualTo(3);
    assertThat(options.host()).isEqualTo("environment");
    assertThat(options.durability()).isEqualTo(Durability.RELAXED);
    assertThat(options.inMemory()).isTrue();
    assertThat(options.drainMillis()).isEqualTo(10_000);
  }

  @Test
  void letsOthersInWithTheWellKnownKeyOnlyWhenForced() {
    assertThatThrownBy(() -> ServerOptions.resolve(Map.of("host", "0.0.0.0"), Map.of()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("--key");
    ServerOptions.resolve(Map.of("host", "0.0.0.0", "key", KEY), Map.of());
    ServerOptions.resolve(Map.of("host", "0.0.0.0", "force-well-known-key", "true"), Map.of());
  }

  @Test
  void leavesStorageAccountsOutWhereEveryoneHasTheirKey() {
    Map<String, String> open = Map.of("host", "0.0.0.0", "key", KEY);
    assertThat(port(open, "storage-table-port")).isEmpty();
    Map<String, String> asked =
        Map.of("host", "0.0.0.0", "key", KEY, "storage-table-port", "10002");
    assertThatThrownBy(() -> ServerOptions.resolve(asked, Map.of()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("--storage-accounts");
    Map<String, String> own =
        Map.of("host", "0.0.0.0", "key", KEY, "storage-accounts", "mine:" + KEY);
    assertThat(port(own, "storage-table-port")).hasValue(10_002);
  }

  @Test
  void takesAnyPortsForTablesWhereItTakesAnyPort() {
    assertThat(port(Map.of("port", "0"), "table-port")).hasValue(0);
    assertThat(port(Map.of("port", "0"), "storage-table-port")).hasValue(0);
    assertThat(port(Map.of("port", "0", "table-port", "off"), "table-port")).isEmpty();
    assertThat(port(Map.of("port", "0", "table-port", "77"), "table-port")).hasValue(77);
    assertThat(port(Map.of(), "table-port")).hasValue(8902);
    assertThat(port(ServerOptions.standard().withPort(0), "table-port")).hasValue(0);
    assertThat(port(ServerOptions.standard().withoutOwnPorts(), "table-port")).isEmpty();
  }

  @Test
  void opensTheExplorerAtAPortOfItsOwnUnlessPortsAreTakenAsTheyCome() {
    String explorer = "explorer-port";
    assertThat(port(Map.of(), explorer)).hasValue(1234);
    for (String none : List.of("off", "0")) {
      assertThat(port(Map.of(explorer, none), explorer)).isEmpty();
    }
    assertThat(port(Map.of("port", "0"), explorer)).isEmpty();
    assertThat(port(ServerOptions.standard().withPort(0), explorer)).isEmpty();
    assertThat(port(Map.of("port", "0", explorer, "77"), explorer)).hasValue(77);
  }

  private static OptionalInt port(Map<String, String> flags, String setting) {
    return port(ServerOptions.resolve(flags, Map.of()), setting);
  }

  /** The port at which the listener with this setting listens. */
  private static OptionalInt port(ServerOptions options, String setting) {
    return options.protocols().stream()
        .flatMap(each -> HostedProtocol.of(each, options.account()).listeners().stream())
        .filter(listener -> settingOf(listener).equals(setting))
        .map(options::portOf)
        .findFirst()
        .orElseThrow();
  }

  private static String settingOf(Listener<?> listener) {
    return switch (listener) {
      case Listener.AtPath<?> _ -> "";
      case Listener.AtPort<?> at -> at.setting().key();
      case Listener.Alias<?> alias -> alias.setting().key();
    };
  }

  private static List<Setting<?>> settings() {
    return Settings.standard().all().stream()
        .filter(each -> each != ServerSettings.TLS_KEY && each != ServerSettings.TLS_PASSWORD)
        .filter(each -> !ClusterChoice.OF_NODES.contains(each))
        .toList();
  }

  @Test
  void refusesVariablesThatLookLikeSettingsAndSuggestOne() {
    assertThatThrownBy(
            () ->
                ServerOptions.resolve(Map.of(), Map.of("PARTITA_MAX_CONECTIONS", "5", "PATH", "")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("PARTITA_MAX_CONECTIONS")
        .hasMessageContaining("PARTITA_MAX_CONNECTIONS");
    Map<String, String> ofCommands =
        Map.of("PARTITA_ENDPOINT", "x", "PARTITA_JAVA_OPTS", "x", "PARTITA_CA_FILE", "x");
    assertThat(ServerOptions.resolve(Map.of(), ofCommands)).isEqualTo(ServerOptions.standard());
  }

  @ParameterizedTest
  @CsvSource({
    "67108864, 67108864",
    "64MB, 67108864",
    "64 mb, 67108864",
    "64MiB, 67108864",
    "1.5G, 1610612736",
    "2048KB, 2097152",
    "1TB, 1099511627776"
  })
  void takesSizesWithUnits(String text, long bytes) {
    assertThat(ServerOptions.resolve(Map.of("cache-bytes", text), Map.of()).cacheBytes())
        .isEqualTo(bytes);
  }

  /** Every setting means the same wherever it is given. */
  @ParameterizedTest
  @MethodSource("settings")
  void takesEachSettingFromEachSource(Setting<?> setting) throws IOException {
    String value =
        switch (setting.key()) {
          case "storage-accounts" -> "mine:" + KEY + ";yours:" + KEY + ":" + KEY;
          case "oauth" -> "basic";
          case "consistency" -> "bounded-staleness:1000:10";
          case "host" -> "::1";
          case "allowed-origin" -> "http://localhost:3000, https://a.test";
          case "hostname" -> "a.test, b.test";
          case "tls-cert", "tls-pfx" -> "server.crt";
          case "data" -> "some\\where #else";
          case "in-memory", "no-throttle", "burst", "no-tls", "cluster", "rehearsals" -> "TRUE";
          case "auth" -> "OFF";
          case "key", "secondary-key", "read-only-key", "secondary-read-only-key" -> KEY;
          case "gateway-endpoint" -> "https://partita.test/";
          case "force-well-known-key", "emulator-variables", "request-log-hashes" -> "true";
          case "cache-bytes",
              "logical-partition-bytes",
              "physical-partition-bytes",
              "request-log-bytes" ->
              "5000000000";
          case "otlp-endpoint" -> "http://localhost:4318";
          case "otlp-millis" -> "5000";
          case "durability" -> "relaxed";
          case "log-level" -> "Debug";
          default -> "77";
        };
    ServerOptions byFlag = ServerOptions.resolve(Map.of(setting.key(), value), Map.of());
    ServerOptions byVariable = ServerOptions.resolve(Map.of(), Map.of(setting.variable(), value));
    Path file = write("# a comment\n\n  " + setting.key() + " :  " + value + "  \n");
    ServerOptions byFile =
        ServerOptions.resolve(Map.of(), Map.of("PARTITA_CONFIG", file.toString()));
    assertThat(byFlag).isEqualTo(byVariable);
    // Some only let others have their way.
    if (!setting.key().equals("force-well-known-key")
        && setting != ServerSettings.EMULATOR_VARIABLES) {
      assertThat(byFlag).isNotEqualTo(ServerOptions.standard());
    }
    assertThat(byFile).isEqualTo(byFlag);
  }

  @ParameterizedTest
  @CsvSource({
    "port, -1",
    "port, 65536",
    "port, tcp://10.0.0.1:8081",
    "port, ''",
    "also-port, x",
    "table-port, x",
    "storage-table-port, 70000",
    "explorer-port, 65536",
    "oauth, yes",
    "metrics-containers, -1",
    "request-log-every, x",
    "request-log-bytes, 100",
    "otlp-endpoint, localhost",
    "otlp-millis, 1",
    "no-tls, perhaps",
    "host, ' '",
    "data, ''",
    "in-memory, yes",
    "durability, maybe",
    "max-body-bytes, 0",
    "max-body-bytes, 3GB",
    "cache-bytes, 64XB",
    "cache-bytes, MB",
    "cache-bytes, 99999999999TB",
    "max-connections, 99999999999",
    "idle-millis, 1.5",
    "log-level, loud",
    "allowed-origin, localhost:3000",
    "allowed-origin, http://localhost:3000/",
    "allowed-origin, *",
    "gateway-endpoint, db.example",
    "gateway-endpoint, ftp://db.example",
    "gateway-endpoint, https://",
    "gateway-endpoint, https://user@db.example/",
    "gateway-endpoint, https://db.example/?x",
  })
  void refusesImpossibleValuesAndSaysWhereTheyAre(String key, String value) {
    Setting<?> setting = Settings.standard().named(key).orElseThrow();
    assertRefused(
        () -> ServerOptions.resolve(Map.of(key, value), Map.of()),
        Map.of("setting", key, "source", setting.flag(), "value", value));
    if (!value.isEmpty()) {
      assertRefused(
          () -> ServerOptions.resolve(Map.of(), Map.of(setting.variable(), value)),
          Map.of("setting", key, "source", setting.variable()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "key, c2VjcmV0",
    "key, c2VjcmV0!",
    "secondary-key, c2VjcmV0",
    "read-only-key, c2VjcmV0",
    "secondary-read-only-key, c2VjcmV0",
    "storage-accounts, mine:c2VjcmV0",
    "storage-accounts, mine:!",
    "storage-accounts, Mine:c2VjcmV0",
    "storage-accounts, c2VjcmV0",
  })
  void refusesKeysThatCanBeGuessedWithoutRepeatingThem(String key, String value) {
    assertThatThrownBy(() -> ServerOptions.resolve(Map.of(key, value), Map.of()))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
              assertThat(e.context()).containsEntry("setting", key);
              assertThat(e.getMessage()).doesNotContain("c2VjcmV0");
            });
  }

  @Test
  void heedsTheVariablesOfEmulatorsOnlyWhenTold() throws IOException {
    Path key = Files.writeString(folder.resolve("key"), KEY + "\n");
    Map<String, String> theirs =
        Map.of(
            "PORT", "77",
            "PROTOCOL", "https-insecure",
            "DATA_PATH", "there",
            "CERT_PATH", "f.pfx",
            "CERT_SECRET", "p",
            "KEY_FILE", key.toString(),
            "GATEWAY_PUBLIC_ENDPOINT", "http://db.test:77",
            "LOG_LEVEL", "quiet",
            "EXPLORER_PORT", "78",
            "ENABLE_TELEMETRY", "true");
    assertThat(ServerOptions.resolve(Map.of(), theirs)).isEqualTo(ServerOptions.standard());
    assertThat(ServerOptions.resolve(Map.of("emulator-variables", "true"), theirs))
        .isEqualTo(
            ServerOptions.resolve(
                Map.of(
                    "port", "77",
                    "data", "there",
                    "tls-pfx", "f.pfx",
                    "tls-password", "p",
                    "key", KEY,
                    "gateway-endpoint", "http://db.test:77/",
                    "log-level", "error",
                    "explorer-port", "78"),
                Map.of()));
    ServerOptions without =
        ServerOptions.resolve(
            Map.of("emulator-variables", "true"),
            Map.of("ENABLE_EXPLORER", "false", "EXPLORER_PORT", "78"));
    assertThat(port(without, "explorer-port")).isEmpty();
  }

  @Test
  void prefersItsOwnVariablesToThoseOfEmulators() throws IOException {
    Path file = write("data: here\nemulator-variables: true\n");
    ServerOptions options =
        ServerOptions.resolve(
            Map.of("config", file.toString()),
            Map.of("PORT", "1", "PARTITA_PORT", "2", "DATA_PATH", "there", "LOG_LEVEL", ""));
    assertThat(options.port()).isEqualTo(2);
    assertThat(options.data()).isEqualTo(Path.of("here"));
    assertThat(options.logLevel()).isEqualTo(LogLevel.INFO);
  }

  @ParameterizedTest
  @CsvSource({"PORT, x", "PROTOCOL, gopher", "KEY_FILE, /does/not/exist", "LOG_LEVEL, loud"})
  void saysWhichVariableOfAnEmulatorIsWrong(String variable, String value) {
    assertRefused(
        () -> ServerOptions.resolve(Map.of("emulator-variables", "true"), Map.of(variable, value)),
        Map.of("source", variable));
  }

  @Test
  void choosesTheCertificate() {
    Path file = Path.of("f");
    Path key = Path.of("k");
    assertThat(tls(Map.of()))
        .isEqualTo(new CertificateChoice.Made(List.of("127.0.0.1")))
        .isNotEqualTo(new CertificateChoice.Made(List.of()));
    assertThat(tls(Map.of("host", "0.0.0.0", "key", KEY, "hostname", "B.test,::1")))
        .isEqualTo(new CertificateChoice.Made(List.of("b.test", "::1")));
    assertThat(tls(Map.of("tls-cert", "f"))).isEqualTo(new CertificateChoice.Pem(file, file, null));
    assertThat(tls(Map.of("tls-cert", "f", "tls-key", "k", "tls-password", "p")))
        .isEqualTo(new CertificateChoice.Pem(file, key, "p"));
    assertThat(tls(Map.of("tls-pfx", "f", "tls-password", " ")))
        .isEqualTo(new CertificateChoice.Pfx(file, " "));
    assertThat(tls(Map.of("no-tls", "true", "tls-pfx", "f")))
        .isEqualTo(new CertificateChoice.None());
  }

  @Test
  void refusesCertificatesThatContradictEachOther() {
    assertRefused(() -> tls(Map.of("tls-key", "k")), Map.of("source", "--tls-key"));
    assertRefused(
        () -> tls(Map.of("tls-cert", "f", "tls-pfx", "g")),
        Map.of("source", "--tls-cert", "otherSource", "--tls-pfx"));
    assertRefused(() -> tls(Map.of("hostname", "a b")), Map.of("hostname", "a b"));
  }

  private static CertificateChoice tls(Map<String, String> flags) {
    return ServerOptions.resolve(flags, Map.of()).tls();
  }

  @Test
  void takesAnEmptyVariableForNone() {
    assertThat(ServerOptions.resolve(Map.of(), Map.of("PARTITA_PORT", "", "PARTITA_CONFIG", "")))
        .isEqualTo(ServerOptions.standard());
  }

  @Test
  void namesUnknownSettingsOfAFileAndTheNearestKnown() throws IOException {
    Path file = write("port: 1\nin_memroy: true\n");
    assertRefused(
        () -> resolve(file),
        Map.of("setting", "in_memroy", "didYouMean", "in-memory", "source", file + " line 2"));
    Path strange = write("something-else-entirely: 1\n");
    assertThatThrownBy(() -> resolve(strange)).hasMessageContaining("one of port, host, ");
  }

  @Test
  void refusesFilesItDoesNotUnderstand() throws IOException {
    Path noColon = write("port 1\n");
    assertRefused(() -> resolve(noColon), Map.of("source", noColon + " line 1"));
    Path twice = write("port: 1\nport: 2\n");
    assertRefused(() -> resolve(twice), Map.of("setting", "port", "source", twice + " line 2"));
    Path missing = folder.resolve("missing");
    assertRefused(() -> resolve(missing), Map.of("file", missing.toString()));
    Path impossible = write("durability: forever\n");
    assertRefused(
        () -> resolve(impossible),
        Map.of("source", impossible + " line 1", "expected", "synced or relaxed"));
  }

  @Test
  void measuresHowMuchNamesDiffer() {
    assertThat(Settings.distance("port", "port")).isZero();
    assertThat(Settings.distance("port", "prot")).isEqualTo(2);
    assertThat(Settings.distance("port", "ports")).isEqualTo(1);
    assertThat(Settings.distance("", "abc")).isEqualTo(3);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "partita", ".conf"), text);
  }

  private static ServerOptions resolve(Path file) {
    return ServerOptions.resolve(Map.of("config", file.toString()), Map.of());
  }

  private static void assertRefused(ThrowingCallable call, Map<String, Object> context) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
              assertThat(e.context()).containsAllEntriesOf(context);
            });
  }
}
