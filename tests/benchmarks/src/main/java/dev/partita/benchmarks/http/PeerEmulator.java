package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Another server to develop against, which is written in JavaScript and comes from npm. It keeps
 * its data in memory, has no index and looks at no signature.
 */
public final class PeerEmulator {

  public static final String NAME = "@vercel/cosmosdb-server";

  private static final String VERSION = "1.0.1";

  // Its own command closes every connection after one answer, which would be measured instead.
  private static final String PROGRAM =
      """
      const { createHttpServer } = require("%s");
      const server = createHttpServer({ keepAlive: true }).listen(0, "127.0.0.1", () => {
        console.log(server.address().port);
      });
      process.stdin.resume().on("end", () => process.exit());
      """
          .formatted(NAME);

  private PeerEmulator() {}

  /** Installs it into a folder, without what packages would like to run then, and starts it. */
  public static ServerProcess start(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve("npm.log");
    List<String> install =
        List.of(
            "npm",
            "install",
            "--ignore-scripts",
            "--no-audit",
            "--no-fund",
            "--prefix",
            folder.toString(),
            NAME + "@" + VERSION);
    if (run(install, log) != 0) {
      throw new IOException("npm could not install " + NAME + ":\n" + Files.readString(log));
    }
    Path program = Files.writeString(folder.resolve("peer.js"), PROGRAM, UTF_8);
    return ServerProcess.start(List.of("node", program.toString()));
  }

  static int run(List<String> command, Path output) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new MissingProgram(
          "This benchmark compares with "
              + NAME
              + " and needs Node.js and npm for that: install them (apt install nodejs npm, brew"
              + " install node).",
          e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("The installation was interrupted.", e);
    }
  }
}
