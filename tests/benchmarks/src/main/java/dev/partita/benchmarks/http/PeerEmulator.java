package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Another server for development, which is written in JavaScript and installed from npm. It keeps
 * its data in memory, has no index and verifies no signature.
 */
public final class PeerEmulator {

  public static final String NAME = "@vercel/cosmosdb-server";

  private static final String VERSION = "1.0.1";

  // Its own command closes every connection after one response, which would be measured instead.
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

  /** Installs it into a folder and starts it. */
  public static ServerProcess start(Path folder) throws IOException {
    NpmPackages.install(folder, NAME, NAME + "@" + VERSION);
    Path program = Files.writeString(folder.resolve("peer.js"), PROGRAM, UTF_8);
    return ServerProcess.start(List.of("node", program.toString()));
  }
}
