package dev.partita.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An engine without scripts loads nothing of the language. */
class IdleEngineTest {

  /** Entry point of the other process: creates and closes an engine. */
  static final class Idle {

    private Idle() {}

    public static void main(String[] arguments) {
      new ScriptEngine(Clock.system(), ScriptLimits.standard()).close();
    }
  }

  @Test
  void loadsNoClassOfTheLanguage() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                Idle.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines;
    try (var reader = process.inputReader(UTF_8)) {
      lines = reader.lines().toList();
    }
    assertThat(process.waitFor()).isZero();
    assertThat(lines).anyMatch(line -> line.contains(ScriptEngine.class.getName()));
    assertThat(lines)
        .noneMatch(line -> line.contains("com.oracle.truffle") || line.contains("org.graalvm"));
  }
}
