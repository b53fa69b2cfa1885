package dev.partita.faults;

import dev.partita.base.time.Clock;
import dev.partita.client.Client;
import dev.partita.client.ServerTarget;
import dev.partita.client.SigningKey;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.testkit.FaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A node in a process of its own. The others reach it through a proxy, which can cut what comes in.
 */
final class NodeProcess implements AutoCloseable {

  private static final long STOP_SECONDS = 30;

  final String name;
  final int port = freePort();
  final int clusterPort = freePort();
  final FaultProxy inward =
      new FaultProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), clusterPort));
  final Client client;
  private final Path folder;
  private @Nullable Process process;

  NodeProcess(String name, Path folder) {
    this.name = name;
    this.folder = folder;
    this.client =
        new Client(
            ServerTarget.of(
                "http://127.0.0.1:" + port, SigningKey.of(AccountSettings.KEY.defaultText())),
            Clock.system());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where others reach it. */
  String address() {
    return "127.0.0.1:" + inward.address().getPort();
  }

  Path data() {
    return folder.resolve(name);
  }

  Path log() {
    return folder.resolve(name + ".log");
  }

  void start(String... how) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx160m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            "dev.partita.cli.Main",
            "serve"));
    command.addAll(List.of(how));
    command.addAll(
        List.of(
            "--node-name=" + name,
            "--data=" + data(),
            "--port=" + port,
            "--cluster-port=" + clusterPort,
            "--cluster-address=" + address(),
            "--consistency=strong",
            "--no-tls",
            "--table-port=off",
            "--storage-table-port=off",
            "--gremlin-port=off",
            "--mongo-port=off",
            "--mongo-replica-set-port=off"));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
            .start();
  }

  boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Ends the process at once. */
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  /** Ends the process as an operator would, and gives its exit code. */
  int terminate() throws InterruptedException {
    Process running = process;
    if (running == null) {
      return 0;
    }
    running.destroy();
    if (!running.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      running.destroyForcibly().waitFor();
    }
    return running.exitValue();
  }

  /** Has the process stand still, or go on. */
  void signal(String name) throws IOException, InterruptedException {
    Process running = process;
    if (running != null) {
      new ProcessBuilder("kill", "-" + name, Long.toString(running.pid())).start().waitFor();
    }
  }

  String logText() throws IOException {
    return Files.exists(log()) ? Files.readString(log()) : "";
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
    client.close();
    inward.close();
  }
}
