package dev.partita.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folder of an unpacked package. */
final class Installation {

  private static final long UNPACKING_SECONDS = 300;

  private Installation() {}

  /**
   * The folder that is named by the system property {@code partita.home} or the variable {@code
   * PARTITA_HOME}, a package that is unpacked once if that is a tar.gz, or where the Debian package
   * puts the program.
   */
  static Path find() {
    String named = System.getProperty("partita.home", System.getenv("PARTITA_HOME"));
    if (named != null && !named.isBlank()) {
      return in(Path.of(named));
    }
    Path installed = Path.of("/usr/lib/partita");
    if (Files.exists(launcher(installed))) {
      return installed;
    }
    throw new TestServerException(
        "There is no server to start: set the system property partita.home, or the variable"
            + " PARTITA_HOME, to the folder of an unpacked package of Partita, or to its tar.gz.");
  }

  /** The folder itself, or that of a package, which is unpacked unless it has been. */
  static Path in(Path given) {
    Path folder = given.toString().endsWith(".tar.gz") ? unpacked(given) : given;
    if (!Files.exists(launcher(folder))) {
      throw new TestServerException(folder + " is not an unpacked package of Partita.");
    }
    return folder.toAbsolutePath();
  }

  static Path launcher(Path folder) {
    boolean isWindows =
        System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
    return folder.resolve(isWindows ? "partita.cmd" : "partita");
  }

  private static Path unpacked(Path archive) {
    try {
      Path file = archive.toRealPath();
      String name =
          file.getFileName()
              + "-"
              + Files.getLastModifiedTime(file).toMillis()
              + "-"
              + Files.size(file);
      Path cache = Path.of(System.getProperty("user.home"), ".cache", "partita-testing");
      Path folder = cache.resolve(name);
      if (!Files.exists(folder)) {
        Files.createDirectories(cache);
        Path fresh = Files.createTempDirectory(cache, "unpacking");
        run(List.of("tar", "xzf", file.toString(), "-C", fresh.toString(), "--strip-components=1"));
        prepare(fresh);
        move(fresh, folder);
      }
      return folder;
    } catch (IOException e) {
      throw new TestServerException("The package cannot be unpacked: " + archive, e);
    }
  }

  /** Lays out classes once, so that each start takes a fraction; it works without. */
  private static void prepare(Path folder) throws IOException {
    Path launcher = launcher(folder);
    if (!launcher.toString().endsWith(".cmd")) {
      run(List.of(launcher.toString(), "prepare"));
    }
  }

  /** Another process may have been faster. */
  private static void move(Path fresh, Path folder) throws IOException {
    try {
      Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      delete(fresh);
      if (!Files.exists(folder)) {
        throw e;
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void run(List<String> command) throws IOException {
    Path said = Files.createTempFile("partita", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(variable -> variable.startsWith("PARTITA_"));
    @Nullable Process process = null;
    try {
      process = builder.start();
      if (!process.waitFor(UNPACKING_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(command.get(0) + " failed: " + Files.readString(said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted during " + command.get(0), e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Files.delete(said);
    }
  }
}
