package dev.partita.benchmarks.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Installation of programs by npm. */
final class NpmPackages {

  private NpmPackages() {}

  /**
   * Installs packages into a folder, without running their install scripts.
   *
   * @param name name of the side in messages
   * @throws MissingProgram if there is no npm, or it cannot install them
   */
  static void install(Path folder, String name, String... packages) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve("npm.log");
    List<String> command =
        new ArrayList<>(
            List.of(
                "npm",
                "install",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--prefix",
                folder.toString()));
    command.addAll(List.of(packages));
    if (run(command, name, log) != 0) {
      throw new MissingProgram(
          "npm could not install " + name + ", as " + log + " says.",
          new IOException(Files.readString(log)));
    }
  }

  private static int run(List<String> command, String name, Path output) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new MissingProgram(
          "This benchmark compares with "
              + name
              + " and needs Node.js and npm for that: install them (apt install nodejs npm, brew"
              + " install node).",
          e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("The installation was interrupted.", e);
    }
  }
}
