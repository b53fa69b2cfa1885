package dev.partita.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of a server, and what it says. Safe for use by any number of threads. */
final class ServerProcess implements AutoCloseable {

  private static final long START_SECONDS = 120;
  private static final long STOP_SECONDS = 30;
  private static final int LINES_MAX = 10_000;

  private final Process process;
  private final Thread end = new Thread(this::destroy, "partita-end");
  private final CountDownLatch started = new CountDownLatch(1);
  // Under their own locks.
  private final Map<String, String> addresses = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();

  private ServerProcess(Process process) {
    this.process = process;
  }

  /** Starts a server with data in memory, at any free port, and waits until it is ready. */
  static ServerProcess start(Path home, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Installation.launcher(home).toString());
    command.addAll(List.of("serve", "--in-memory", "--port", "0", "--rehearsals"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // What is set for other servers, or for this kit, is not meant for this one.
    builder.environment().keySet().removeIf(variable -> variable.startsWith("PARTITA_"));
    try {
      ServerProcess server = new ServerProcess(builder.start());
      Runtime.getRuntime().addShutdownHook(server.end);
      server.await();
      return server;
    } catch (IOException e) {
      throw new TestServerException("The server cannot be started: " + command, e);
    }
  }

  private void await() {
    Thread reader = new Thread(this::read, "partita-output");
    reader.setDaemon(true);
    reader.start();
    try {
      boolean ended = !started.await(START_SECONDS, TimeUnit.SECONDS) || address("") == null;
      if (ended) {
        close();
        throw new TestServerException("The server did not start:\n" + output());
      }
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new TestServerException("Interrupted while the server was starting", e);
    }
  }

  private void read() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      take("The output of the server ended: " + e);
    } finally {
      started.countDown();
    }
  }

  private void take(String line) {
    synchronized (lines) {
      if (lines.size() == LINES_MAX) {
        lines.remove(0);
      }
      lines.add(line);
    }
    int at = line.indexOf(" at: ");
    synchronized (addresses) {
      if (line.startsWith("Now listening on: ")) {
        addresses.putIfAbsent("", line.substring("Now listening on: ".length()));
      } else if (at > 0) {
        addresses.put(line.substring(0, at), line.substring(at + " at: ".length()));
      }
    }
    if (line.equals("Started")) {
      started.countDown();
    }
  }

  /** The address under a title on standard output, "" for the server's own; null if none is. */
  @Nullable String address(String title) {
    synchronized (addresses) {
      return addresses.get(title);
    }
  }

  boolean isRunning() {
    return process.isAlive();
  }

  String output() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  private void destroy() {
    process.destroy();
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
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // Java is ending, and has run the hook or will.
      return;
    }
  }
}
