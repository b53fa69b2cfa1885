package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.embedded.Partita;
import dev.partita.server.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Server in a process of its own, which ends with this one. It prints its port, or several, when it
 * is ready.
 */
public final class ServerProcess implements AutoCloseable {

  /** Options of Java for servers; all that are compared have the same. */
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dio.netty.noUnsafe=false",
          "-Dio.netty.jfr.enabled=false",
          "-Dio.netty.leakDetection.level=disabled",
          "-Djdk.virtualThreadScheduler.parallelism="
              + 2 * Math.max(2, Runtime.getRuntime().availableProcessors()),
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

  private static final int FEW_PROCESSORS = 4;

  /**
   * Settings of glibc that the launcher uses: large pages, which apply to the first heap only, and
   * few heaps.
   */
  private static final Map<String, String> ENVIRONMENT =
      Runtime.getRuntime().availableProcessors() > FEW_PROCESSORS
          ? Map.of()
          : Map.of("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2");

  private final Process process;
  private final List<Integer> ports;

  private ServerProcess(Process process, List<Integer> ports) {
    this.process = process;
    this.ports = ports;
  }

  /** Partita, with its data in a folder and without throttling. */
  public static ServerProcess database(Path data) throws IOException {
    return java("database", data.toString());
  }

  /** Partita with a larger block cache. */
  public static ServerProcess database(Path data, long cacheBytes) throws IOException {
    return java("database", data.toString(), Long.toString(cacheBytes));
  }

  /** Partita, at its port for tables of storage accounts. */
  public static ServerProcess tables(Path data) throws IOException {
    return java("tables", data.toString());
  }

  /** The NoSQL API; at the second port with metrics and the request log. */
  public static ServerProcess observed(Path data) throws IOException {
    return java("observed", data.toString());
  }

  /** Bare server with the response in a file: status, headers, an empty line, the body. */
  public static ServerProcess bare(boolean tls, Path answer) throws IOException {
    return java(tls ? "bare-tls" : "bare", answer.toString());
  }

  private static ServerProcess java(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JAVA_OPTIONS);
    // For a profiler, for example.
    String options = System.getenv("BENCH_SERVER_OPTIONS");
    if (options != null) {
      command.addAll(List.of(options.split(" ", -1)));
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ServerProcess.class.getName());
    command.addAll(List.of(arguments));
    return start(command, ENVIRONMENT);
  }

  /** Starts a program that prints its port first, and exits when its standard input ends. */
  static ServerProcess start(List<String> command) throws IOException {
    return start(command, Map.of());
  }

  private static ServerProcess start(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    environment.forEach(builder.environment()::putIfAbsent);
    Process process = builder.start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = output.readLine();
    if (line == null) {
      throw new IOException("A server ended before it was ready: " + String.join(" ", command));
    }
    return new ServerProcess(
        process, Arrays.stream(line.strip().split(" ", -1)).map(Integer::valueOf).toList());
  }

  public int port() {
    return ports.getFirst();
  }

  /** The same process at the second port that it printed. */
  public ServerProcess atOtherPort() {
    return new ServerProcess(process, List.of(ports.get(1)));
  }

  /** Processor time of the server. */
  public long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Entry point of the process: serves until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    try (AutoCloseable _ = serve(arguments)) {
      while (System.in.read() >= 0) {
        // The input is ignored; only its end matters.
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("The server could not be closed.", e);
    }
  }

  private static AutoCloseable serve(String... arguments) throws IOException {
    String kind = arguments[0];
    Path path = Path.of(arguments[1]);
    if (kind.equals("database")) {
      Partita partita =
          Partita.start(
              options -> {
                ServerOptions chosen = options.withData(path).withoutThrottling();
                return arguments.length > 2
                    ? chosen.withCacheBytes(Long.parseLong(arguments[2]))
                    : chosen;
              });
      System.out.println(partita.uri().getPort());
      return partita;
    }
    if (kind.equals("tables")) {
      Partita partita = Partita.start(options -> options.withData(path));
      System.out.println(partita.uri("storage-table").getPort());
      return partita;
    }
    if (kind.equals("observed")) {
      ObservedServer server = new ObservedServer(path);
      System.out.println(server.port() + " " + server.observedPort());
      return server;
    }
    RecordedAnswer answer = RecordedAnswer.read(path);
    BareServer server =
        new BareServer(kind.equals("bare-tls"), answer.status(), answer.headers(), answer.body());
    System.out.println(server.port());
    return server;
  }

  /** Response of the database, saved in a file for the bare server. */
  public record RecordedAnswer(int status, List<String> headers, byte[] body) {

    static RecordedAnswer read(Path file) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, UTF_8);
      int end = text.indexOf("\n\n");
      List<String> lines = text.substring(0, end).lines().toList();
      List<String> headers = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        int colon = line.indexOf(':');
        headers.add(line.substring(0, colon));
        headers.add(line.substring(colon + 1).strip());
      }
      return new RecordedAnswer(
          Integer.parseInt(lines.getFirst()), headers, text.substring(end + 2).getBytes(UTF_8));
    }

    public void write(Path file) throws IOException {
      StringBuilder text = new StringBuilder().append(status).append('\n');
      for (int i = 0; i < headers.size(); i += 2) {
        text.append(headers.get(i)).append(": ").append(headers.get(i + 1)).append('\n');
      }
      Files.writeString(file, text.append('\n').append(new String(body, UTF_8)));
    }
  }
}
