package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.tls.CertificateChoice;
import dev.partita.storage.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
    assertThat(ServerOptions.resolve(open, Map.of()).tables().storage().port()).isNegative();
    Map<String, String> asked =
        Map.of("host", "0.0.0.0", "key", KEY, "storage-table-port", "10002");
    assertThatThrownBy(() -> ServerOptions.resolve(asked, Map.of()))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("--storage-accounts");
    Map<String, String> own =
        Map.of("host", "0.0.0.0", "key", KEY, "storage-accounts", "mine:" + KEY);
    assertThat(ServerOptions.resolve(own, Map.of()).tables().storage().port()).isEqualTo(10_002);
  }

  @Test
  void takesAnyPortsForTablesWhereItTakesAnyPort() {
    TableEndpoints any = ServerOptions.resolve(Map.of("port", "0"), Map.of()).tables();
    assertThat(any.cosmos().port()).isZero();
    assertThat(any.storage().port()).isZero();
    TableEndpoints some =
        ServerOptions.resolve(Map.of("port", "0", "table-port", "off"), Map.of()).tables();
    assertThat(some.cosmos().port()).isNegative();
    assertThat(ServerOptions.standard().tables().cosmos().port()).isEqualTo(8902);
  }

  @Test
  void opensTheExplorerAtAPortOfItsOwnUnlessPortsAreTakenAsTheyCome() {
    assertThat(ServerOptions.standard().explorer().port()).isEqualTo(1234);
    for (String none : List.of("off", "0")) {
      Map<String, String> flags = Map.of("explorer-port", none);
      assertThat(ServerOptions.resolve(flags, Map.of()).explorer().port()).isNegative();
    }
    Map<String, String> any = Map.of("port", "0");
    assertThat(ServerOptions.resolve(any, Map.of()).explorer().port()).isNegative();
    assertThat(ServerOptions.standard().withPort(0).explorer().port()).isNegative();
    Map<String, String> chosen = Map.of("port", "0", "explorer-port", "77");
    assertThat(ServerOptions.resolve(chosen, Map.of()).withPort(0).explorer().port()).isEqualTo(77);
  }

  /** Every setting means the same wherever it is given. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"TLS_KEY", "TLS_PASSWORD"})
  void takesEachSettingFromEachSource(Setting setting) throws IOException {
    String value =
        switch (setting) {
          case PORT,
              ALSO_PORT,
              GREMLIN_PORT,
              GREMLIN_MILLIS,
              QUERY_MILLIS,
              TABLE_PORT,
              STORAGE_TABLE_PORT,
              METRICS_CONTAINERS,
              REQUEST_LOG_EVERY,
              EXPLORER_PORT,
              MAX_BODY_BYTES,
              MAX_CONNECTIONS,
              IDLE_MILLIS,
              DRAIN_MILLIS ->
              "77";
          case STORAGE_ACCOUNTS -> "mine:" + KEY + ";yours:" + KEY + ":" + KEY;
          case OAUTH -> "basic";
          case HOST -> "::1";
          case ALLOWED_ORIGIN -> "http://localhost:3000, https://a.test";
          case HOSTNAME -> "a.test, b.test";
          case TLS_CERT, TLS_PFX -> "server.crt";
          case DATA -> "some\\where #else";
          case IN_MEMORY, NO_THROTTLE, BURST, NO_TLS -> "TRUE";
          case AUTH -> "OFF";
          case KEY, SECONDARY_KEY, READ_ONLY_KEY, SECONDARY_READ_ONLY_KEY -> KEY;
          case GATEWAY_ENDPOINT -> "https://partita.test/";
          case FORCE_WELL_KNOWN_KEY, EMULATOR_VARIABLES -> "true";
          case CACHE_BYTES, LOGICAL_PARTITION_BYTES, PHYSICAL_PARTITION_BYTES, REQUEST_LOG_BYTES ->
              "5000000000";
          case OTLP_ENDPOINT -> "http://localhost:4318";
          case OTLP_MILLIS -> "5000";
          case DURABILITY -> "relaxed";
          case LOG_LEVEL -> "Debug";
          case TLS_KEY, TLS_PASSWORD -> throw new AssertionError("Means nothing alone");
        };
    ServerOptions byFlag = ServerOptions.resolve(Map.of(setting.key(), value), Map.of());
    ServerOptions byVariable = ServerOptions.resolve(Map.of(), Map.of(setting.variable(), value));
    Path file = write("# a comment\n\n  " + setting.key() + " :  " + value + "  \n");
    ServerOptions byFile =
        ServerOptions.resolve(Map.of(), Map.of("PARTITA_CONFIG", file.toString()));
    assertThat(byFlag).isEqualTo(byVariable);
    // Some only let others have their way.
    if (setting != Setting.FORCE_WELL_KNOWN_KEY && setting != Setting.EMULATOR_VARIABLES) {
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
    Setting setting = Setting.named(key).orElseThrow();
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
    assertThat(without.explorer().port()).isNegative();
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
    assertThat(Setting.distance("port", "port")).isZero();
    assertThat(Setting.distance("port", "prot")).isEqualTo(2);
    assertThat(Setting.distance("port", "ports")).isEqualTo(1);
    assertThat(Setting.distance("", "abc")).isEqualTo(3);
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
