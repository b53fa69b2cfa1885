package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node of the demo's cluster: a process of its own, in a folder of its own. For one thread. */
final class DemoNode implements AutoCloseable {

  private static final long STOP_SECONDS = 20;

  private final String name;
  private final Path folder;
  private final int port;
  private final int clusterPort;
  private @Nullable Process process;

  DemoNode(String name, Path folder, int port, int clusterPort) {
    this.name = name;
    this.folder = folder;
    this.port = port;
    this.clusterPort = clusterPort;
  }

  String name() {
    return name;
  }

  String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  String clusterAddress() {
    return "127.0.0.1:" + clusterPort;
  }

  Path log() {
    return folder.resolve(name + ".log");
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /**
   * Starts the process, with the class path of this one.
   *
   * @param how whether it founds the cluster, joins it or goes on
   */
  void start(String... how) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dio.netty.noUnsafe=false",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.partita.cli.Main",
            "serve"));
    command.addAll(List.of(how));
    command.addAll(
        List.of(
            "--node-name=" + name,
            "--data=" + folder.resolve(name),
            "--port=" + port,
            "--cluster-port=" + clusterPort,
            "--consistency=strong",
            "--no-tls",
            "--table-port=off",
            "--storage-table-port=off",
            "--gremlin-port=off",
            "--mongo-port=off",
            "--mongo-replica-set-port=off"));
    Files.createDirectories(folder);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
  }

  /**
   * @throws DatabaseException UNAVAILABLE if the process has ended by itself
   */
  void requireRunning() {
    if (!isRunning()) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE, "A node of the demo has stopped. Its log says why.")
          .with("node", name)
          .with("log", log());
    }
  }

  /** Ends the process as a power failure would. */
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Ends the process as an operator would. */
  @Override
  public void close() {
    if (process == null) {
      return;
    }
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
