package dev.partita.benchmarks.sql;

import dev.partita.benchmarks.http.MissingProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * PostgreSQL cluster in a folder of its own, which ends with this process. It refuses to run as
 * root, so root runs it as the user that its package creates. Not for use by several threads.
 */
final class PostgresCluster implements AutoCloseable {

  private static final String USER = "postgres";
  private static final Path PACKAGED = Path.of("/usr/lib/postgresql");
  private static final double NANOS_PER_TICK = 1e9 / 100;
  private static final long STOP_SECONDS = 30;

  private final Path programs;
  private final Path data;
  private final Process process;
  private final int port;
  private final Thread atExit = new Thread(this::stop);

  private PostgresCluster(Path programs, Path data, Process process, int port) {
    this.programs = programs;
    this.data = data;
    this.process = process;
    this.port = port;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Creates and starts a cluster; it accepts connections a moment later.
   *
   * @param folder a folder that does not exist yet
   * @param cacheBytes size of its buffers
   */
  static PostgresCluster start(Path folder, long cacheBytes) throws IOException {
    Path programs = programs();
    Files.createDirectories(folder);
    if (isRoot()) {
      Path parent = Objects.requireNonNull(folder.getParent());
      Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
      Files.setOwner(
          folder,
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    Path data = folder.resolve("data");
    Path log = folder.resolve("log");
    String[] make = {"-D", data.toString(), "-A", "trust", "-U", USER, "-E", "UTF8", "--locale=C"};
    if (await(launch(programs.resolve("initdb"), log, make)) != 0) {
      throw new IOException("initdb failed:\n" + Files.readString(log));
    }
    int port = freePort();
    List<String> settings = new ArrayList<>(List.of("-D", data.toString()));
    for (String setting :
        List.of(
            "port=" + port,
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "shared_buffers=" + cacheBytes / 1024 + "kB",
            "effective_cache_size=" + 4 * cacheBytes / 1024 + "kB",
            "maintenance_work_mem=256MB",
            "work_mem=64MB",
            "max_wal_size=4GB",
            "random_page_cost=1.1")) {
      settings.add("-c");
      settings.add(setting);
    }
    Process process = launch(programs.resolve("postgres"), log, settings.toArray(String[]::new));
    return new PostgresCluster(programs, data, process, port);
  }

  int port() {
    return port;
  }

  /** Processor time of all its processes, including those that have ended; from Linux. */
  long cpuNanos() throws IOException {
    List<String[]> running = new ArrayList<>();
    try (Stream<ProcessHandle> children = process.toHandle().children()) {
      for (ProcessHandle child : children.toList()) {
        try {
          running.add(statistics(child.pid()));
        } catch (IOException _) {
          // The process has ended, and its parent accounts for it.
        }
      }
    }
    String[] own = statistics(process.pid());
    long ticks = ticks(own, 13) + ticks(own, 14) + ticks(own, 15) + ticks(own, 16);
    for (String[] child : running) {
      ticks += ticks(child, 13) + ticks(child, 14);
    }
    return (long) (ticks * NANOS_PER_TICK);
  }

  private static String[] statistics(long pid) throws IOException {
    return Files.readString(Path.of("/proc/" + pid + "/stat")).split(" ");
  }

  private static long ticks(String[] statistics, int field) {
    return Long.parseLong(statistics[field]);
  }

  private static Path programs() {
    List<Path> folders = new ArrayList<>();
    try (Stream<Path> versions = Files.list(PACKAGED)) {
      versions.sorted().forEach(version -> folders.add(version.resolve("bin")));
    } catch (IOException _) {
      // Not installed by a package; it may be on the path.
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      folders.add(Path.of(folder));
    }
    return folders.stream()
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .findFirst()
        .orElseThrow(
            () ->
                new MissingProgram(
                    "This benchmark compares with PostgreSQL and needs its server: install it (apt"
                        + " install postgresql-15, brew install postgresql@15). It makes a"
                        + " database of its own and leaves others alone."));
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static Process launch(Path program, Path log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      // Replaces the shell by the program, so that signals and times are those of the program.
      command.addAll(
          List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups", "--"));
    }
    command.add(program.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Objects.requireNonNull(log.getParent()).toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    return builder.start();
  }

  private static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException("PostgreSQL was interrupted.", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void stop() {
    try {
      Path log = Objects.requireNonNull(data.getParent()).resolve("log");
      launch(programs.resolve("pg_ctl"), log, "-D", data.toString(), "-m", "immediate", "stop");
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(atExit);
    stop();
  }
}
