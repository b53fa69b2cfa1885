package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Checker;
import dev.partita.cli.shell.Environment;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Place;
import dev.partita.container.check.StorageProblem;
import dev.partita.container.check.Summary;
import dev.partita.protocol.setting.Setting;
import dev.partita.server.Node;
import dev.partita.server.ServerOptions;
import dev.partita.server.Settings;
import dev.partita.server.Version;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CliTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void explainsItselfAndEveryCommand() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("serve", "version", "Exit codes:", "3   The server cannot start");
    for (String command : new String[] {"serve", "version"}) {
      out.getBuffer().setLength(0);
      assertThat(run(command, "--help")).isZero();
      assertThat(out.toString()).startsWith("Usage: partita " + command);
    }
  }

  @Test
  void offersEverySettingAsAFlag() {
    run("serve", "--help");
    for (Setting<?> setting : Settings.standard().all()) {
      assertThat(out.toString()).contains(setting.flag(), setting.variable());
    }
    assertThat(out.toString()).contains("--config", "PARTITA_CONFIG").doesNotContain("--train");
  }

  @Test
  void saysWhatItDoesNotUnderstand() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("partita --help");
    assertThat(run("srve")).isEqualTo(2);
    assertThat(err.toString()).contains("srve").contains("serve");
    assertThat(run("serve", "--prot", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--prot").contains("Try: partita serve --help");
    assertThat(run("serve", "--port", "x")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "(setting port, source --port, value x, expected a whole number from 0 to 65535)");
    assertThat(err.toString()).doesNotContain("Exception", "\tat ");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void showsItsVersion() {
    for (String form : new String[] {"version", "--version", "-V", "-v", "-version"}) {
      out.getBuffer().setLength(0);
      assertThat(run(form)).isZero();
      assertThat(out.toString()).startsWith("Partita " + Version.current() + " (Java 25");
    }
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("-V, --version");
  }

  @Test
  void trainsCommandsWithoutAServer() {
    assertThat(run("version", "--train")).isZero();
    assertThat(out.toString()).hasLineCount(1);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void trainsAndEnds() {
    var opened = new AtomicReference<Node>();
    int code =
        Cli.run(
            environment(
                options -> {
                  Node node = Node.open(options);
                  opened.set(node);
                  return node;
                },
                Optional.empty()),
            "serve",
            "--in-memory",
            "--port=0",
            "--train");
    assertThat(code).isZero();
    assertThatThrownBy(() -> opened.get().engine().containers().createDatabase("a", "late", null))
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void cannotStartWithAnEngineThatCannotBeOpened() {
    var environment =
        new Environment(
            options -> {
              throw new DatabaseException(ErrorCode.INCOMPATIBLE_FORMAT, "Written by the future")
                  .with("data", options.data());
            },
            Optional.empty(),
            Map.of("PARTITA_PORT", "0"),
            InputStream.nullInputStream(),
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            () -> false,
            () -> 0,
            () -> 0,
            Clock.system(),
            Interruptions.never());
    assertThat(Cli.run(environment, "serve")).isEqualTo(3);
    assertThat(err.toString())
        .contains("cannot start: Written by the future (data ./data)")
        .doesNotContain("\tat ");
  }

  @Test
  void hasNoCheckWithoutAChecker() {
    assertThat(run("check", "data")).isEqualTo(2);
  }

  @Test
  void findsNothingInSoundData() {
    assertThat(check((data, findings, progress) -> new Summary(2, 3, 1_000, 5, 6, 0, 0))).isZero();
    assertThat(err.toString())
        .contains("1,000 records, 5 log entries and 6 index entries in 2 containers with 3")
        .contains("No damage found");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsFindingsAndFails() {
    Checker damaged =
        (data, findings, progress) -> {
          progress.at(1, 2);
          findings.accept(
              new Finding(
                  StorageProblem.LOG_TIME,
                  new Place("db/c (number 2)", 3, null, null),
                  Map.of("data", data)));
          return new Summary(1, 1, 1, 1, 1, 1, 0);
        };
    assertThat(check(damaged)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            "ERROR LOG_TIME at container db/c (number 2), partition 3: The times in a change log do"
                + " not grow with its LSNs. (data data)");
    assertThat(err.toString()).contains("Errors: 1, warnings: 0.");
  }

  @Test
  void saysWhyItCouldNotCheck() {
    Checker refusing =
        (data, findings, progress) -> {
          throw new DatabaseException(ErrorCode.LOCKED, "A server has the data open");
        };
    assertThat(check(refusing)).isEqualTo(1);
    assertThat(err.toString()).contains("partita: A server has the data open");
  }

  private int check(Checker checker) {
    return Cli.run(environment(Optional.of(checker)), "check", "data");
  }

  private int run(String... arguments) {
    return Cli.run(environment(Optional.empty()), arguments);
  }

  private Environment environment(Optional<Checker> checker) {
    return environment(
        _ -> {
          throw new AssertionError("No data was needed");
        },
        checker);
  }

  private Environment environment(Function<ServerOptions, Node> nodes, Optional<Checker> checker) {
    return new Environment(
        nodes,
        checker,
        Map.of(),
        InputStream.nullInputStream(),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        () -> false,
        () -> 0,
        () -> 0,
        Clock.system(),
        Interruptions.never());
  }
}
