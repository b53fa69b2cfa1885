package dev.partita.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** Makes all packages, for the build. */
public final class Main {

  private Main() {}

  /**
   * @param arguments the project's folder, the folder to write to, the version, and the moment that
   *     is noted as the time of all files
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path target = Path.of(arguments[1]);
    new Packages(
            Path.of(arguments[0]),
            target.resolve("bom.json"),
            arguments[2],
            Instant.parse(arguments[3]))
        .make(target.resolve("work"), target.resolve("packages"));
  }
}
