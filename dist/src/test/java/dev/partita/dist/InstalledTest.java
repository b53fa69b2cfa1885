package dev.partita.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packages unpacked, installed and used in copies of this machine's files that have no Java; the
 * commands are in src/test/sh. Skipped where such a copy cannot be made.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class InstalledTest {

  private static final Path SCRIPTS = Path.of("src/test/sh");

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void requireCopies(@TempDir Path probe) throws IOException, InterruptedException {
    assumeTrue(
        Platform.current().equals(Optional.of(Platform.LINUX_X64)),
        "The packages that have Java here are not for Linux on x64");
    Path nothing = Files.writeString(probe.resolve("nothing.sh"), "true\n");
    Process process =
        new ProcessBuilder(
                "bash",
                SCRIPTS.resolve("sandbox.sh").toString(),
                Files.createDirectory(probe.resolve("root")).toString(),
                nothing.toString(),
                SCRIPTS.resolve("smoke.sh").toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(process.waitFor() == 0, "Only root can make a copy of the system to install into");
  }

  @Test
  void theArchiveWorksWhereThereIsNoJava() throws IOException, InterruptedException {
    assertThat(run("archive.sh", Built.archive(Platform.LINUX_X64, ".tar.gz")))
        .contains("the archive works");
  }

  @Test
  void theDebianPackageIsInstalledUsedAndRemoved() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/bin/dpkg")), "This system has no dpkg");
    assertThat(run("debian.sh", Built.debianPackage())).contains("the package works");
  }

  @Test
  void theStepsOfTheImageMakeAServer() throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/bin/dpkg")), "This system has no dpkg");
    assertThat(
            run(
                "image.sh",
                Built.debianPackage(),
                Path.of("../deploy/docker/Dockerfile"),
                Path.of("../deploy/docker/healthcheck")))
        .contains("the image works");
  }

  private String run(String commands, Path... files) throws IOException, InterruptedException {
    Path mountPoint = Files.createDirectory(folder.resolve("root"));
    Path output = folder.resolve("output");
    List<String> command = new ArrayList<>();
    command.add("bash");
    Stream.concat(
            Stream.of(
                SCRIPTS.resolve("sandbox.sh"),
                mountPoint,
                SCRIPTS.resolve(commands),
                SCRIPTS.resolve("smoke.sh")),
            Stream.of(files))
        .map(Path::toString)
        .forEach(command::add);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int exit = process.waitFor();
    String said = Files.readString(output);
    assertThat(exit).as(said).isZero();
    return said;
  }
}
