package dev.partita.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Content and width of the progress line. */
class ProgressLineTest {

  private final StringWriter err = new StringWriter();
  private final ManualClock clock = new ManualClock(0);

  private Environment environment(Map<String, String> variables, int terminalColumns) {
    return new Environment(
        options -> {
          throw new AssertionError("No engine was needed");
        },
        Optional.empty(),
        variables,
        InputStream.nullInputStream(),
        new PrintWriter(err),
        new PrintWriter(err),
        () -> true,
        () -> terminalColumns,
        () -> 0,
        clock,
        () -> {
          throw new AssertionError("Nothing was to be interrupted");
        });
  }

  @Test
  void eachStateTakesThePlaceOfTheOneBefore() {
    try (var line = new ProgressLine(environment(Map.of(), 0), "Reading")) {
      assertThat(line.isDue()).isTrue();
      line.show(0.25, "1 of 4 MB");
      assertThat(line.isDue()).isFalse();
      clock.advanceMillis(1_000);
      assertThat(line.isDue()).isTrue();
      line.show(0.5, "2 of 4 MB");
      line.show(-1, "3 MB");
    }
    String[] states = err.toString().split("\r", -1);
    assertThat(states[1]).isEqualTo("Reading  25 % █████░░░░░░░░░░░░░░░  1 of 4 MB, 0 s left");
    assertThat(states[2]).isEqualTo("Reading  50 % ██████████░░░░░░░░░░  2 of 4 MB, 1 s left");
    assertThat(states[3]).startsWith("Reading  3 MB").hasSameSizeAs(states[2]);
    assertThat(states[4]).isBlank();
    assertThat(err.toString()).endsWith("\r").doesNotContain("\n");
  }

  @Test
  void isNeverWiderThanTheTerminal() {
    try (var line = new ProgressLine(environment(Map.of(), 40), "Reading")) {
      line.show(0.25, "1 of 4 MB, and much more that there is to say of it");
    }
    assertThat(err.toString().split("\r", -1))
        .allSatisfy(state -> assertThat(state).hasSizeLessThan(40));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, 80",
    "'', 132, 132",
    "100, 132, 100",
    "x, 132, 132",
    "-5, 0, 80",
    "3, 0, 20",
    "'', 3, 20"
  })
  void linesMayBeAsWideAs(String variable, int terminal, int columns) {
    assertThat(environment(Map.of("COLUMNS", variable), terminal).columns()).isEqualTo(columns);
  }
}
