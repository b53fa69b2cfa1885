package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.time.Clock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The database as users start it, by the launcher in the current folder, which becomes the server's
 * process. Not for use by several threads.
 */
public final class LaunchedServer implements AutoCloseable {

  /** Database that the first write creates. */
  public static final String DATABASE = "first";

  private static final Path LAUNCHER = Path.of("partita").toAbsolutePath();
  private static final Clock CLOCK = Clock.system();
  private static final long RETRY_MILLIS = 5;
  private static final long LIMIT_NANOS = 60_000_000_000L;
  private static final long STOP_SECONDS = 20;

  private final Process process;
  private final int port;
  private final long firstWriteNanos;

  private LaunchedServer(Process process, int port, long firstWriteNanos) {
    this.process = process;
    this.port = port;
    this.firstWriteNanos = firstWriteNanos;
  }

  /** Runs the launcher once, so that it builds and creates its class archives. */
  public static void prepare(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve("launcher.log");
    try {
      if (launch(log, "version").waitFor() != 0) {
        throw new IOException("The launcher failed:\n" + Files.readString(log));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("The build was interrupted.", e);
    }
  }

  /** Starts it without data, and waits until a write succeeds. */
  public static LaunchedServer start(Path folder) throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve("server.log");
    int port = freePort();
    byte[] request = SignedRequests.to(port).createDatabase(DATABASE);
    long startNanos = CLOCK.nanos();
    Process process =
        launch(
            log,
            "serve",
            "--port",
            Integer.toString(port),
            "--data",
            folder.resolve("data").toString());
    try {
      while (!isWritten(port, request)) {
        if (!process.isAlive() || CLOCK.nanos() - startNanos > LIMIT_NANOS) {
          throw new IOException("The server did not start:\n" + Files.readString(log));
        }
        CLOCK.sleep(RETRY_MILLIS);
      }
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
    return new LaunchedServer(process, port, CLOCK.nanos() - startNanos);
  }

  private static boolean isWritten(int port, byte[] request) throws IOException {
    try {
      return OneRequest.send(port, request).status() == 201;
    } catch (ConnectException _) {
      // The port is not open yet.
      return false;
    }
  }

  private static Process launch(Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(LAUNCHER.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    // The environment of the benchmark may have settings for other servers.
    builder.environment().keySet().removeIf(name -> name.startsWith("PARTITA_"));
    return builder.start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  public int port() {
    return port;
  }

  /** Time from the start of the launcher to the response. */
  public long firstWriteNanos() {
    return firstWriteNanos;
  }

  /** Resident memory of the process, from Linux; 0 on other systems. */
  public double residentMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024.0;
      }
    }
    throw new IOException("The server has ended.");
  }

  /** Number of loaded classes with one of these prefixes. */
  public long loadedClasses(String... prefixes) throws IOException {
    Process listing =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "VM.class_hierarchy")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(listing.getInputStream(), UTF_8))) {
      return lines
          .lines()
          .map(line -> line.replaceFirst("^[|\\s-]*", ""))
          .filter(name -> Stream.of(prefixes).anyMatch(name::startsWith))
          .count();
    }
  }

  @Override
  public void close() {
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
