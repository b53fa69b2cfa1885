package dev.partita.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Folder with the JavaScript SDKs, in which Node.js runs. Not for use by several threads. */
final class NodeProject {

  private static final Path SOURCES = Path.of("src/test/js");

  private final Path folder;

  NodeProject(String name) {
    folder = Path.of("target", name).toAbsolutePath();
  }

  /** Copies the tests in JavaScript here, and installs the SDKs that they import. */
  void install() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    var _ = run("npm", "ci", "--ignore-scripts", "--prefer-offline");
  }

  Path write(String file, String text) throws IOException {
    return Files.writeString(folder.resolve(file), text);
  }

  /** Runs a command that must succeed, and returns its output. */
  String run(String... command) throws InterruptedException {
    return run(Map.of(), command);
  }

  String run(Map<String, String> environment, String... command) throws InterruptedException {
    Path output = folder.resolve(String.join("-", List.of(command)) + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    try {
      int exit = builder.start().waitFor();
      assertThat(exit).as(() -> text(output)).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Node.js 20 or later and npm must be installed for this test.", e);
    }
    return text(output);
  }

  static String text(Path output) {
    try {
      return Files.readString(output, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
