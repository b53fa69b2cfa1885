package dev.partita.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the launcher hands over to Java, for which a script stands that says what it was given. */
@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no launcher")
final class LauncherTest {

  private static final Path ROOT = Path.of("../..");

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void install() throws IOException {
    Files.copy(ROOT.resolve("partita"), folder.resolve("partita"));
    Files.createDirectory(folder.resolve("tools"));
    Files.copy(ROOT.resolve("tools/find-java.sh"), folder.resolve("tools/find-java.sh"));
    Path lib = Files.createDirectories(folder.resolve("apps/cli/target/partita/lib"));
    Files.writeString(lib.resolve("a.jar"), "");
    Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.writeString(java, "#!/bin/sh\nwhile [ \"$1\" != -cp ]; do shift; done\numask\necho $4\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  /** RocksDB asks the system for files that others may read, and the system takes that away. */
  @ParameterizedTest
  @CsvSource({
    "serve, 0077",
    "demo, 0077",
    "check, 0077",
    "cert, 0077",
    "query, 0022",
    "export, 0022",
    "--help, 0022"
  })
  void whatServersWriteIsForTheirOwnerAlone(String command, String mask) throws Exception {
    ProcessBuilder launcher =
        new ProcessBuilder(
            "sh", "-c", "umask 022; exec \"$0\" \"$1\"", folder + "/partita", command);
    launcher.environment().put("JAVA_HOME", folder.resolve("java").toString());
    Process process = launcher.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(said).isEqualTo(mask + "\n" + command + "\n");
  }
}
