package dev.partita.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All packages of a version. The one for the platform that this runs on has a Java runtime; those
 * for others leave it to their users to have one, which the launcher finds.
 */
final class Packages {

  private final Path project;
  private final Path bom;
  private final String version;
  private final Instant time;
  private final Path libraries;

  /**
   * @param project the folder of the sources, in which the command line has been built
   * @param bom the bill of materials
   * @param time what is noted as the time of all files
   */
  Packages(Path project, Path bom, String version, Instant time) {
    this.project = project;
    this.bom = bom;
    this.version = version;
    this.time = time;
    this.libraries = project.resolve("apps/cli/target/partita/lib");
  }

  /**
   * Makes archives for all platforms and, on Linux, the Debian package.
   *
   * @param work a folder for what is made on the way, which is emptied
   * @param target where packages go
   */
  void make(Path work, Path target) throws IOException {
    make(work, target, List.of(Platform.values()));
  }

  void make(Path work, Path target, List<Platform> platforms) throws IOException {
    delete(work);
    delete(target);
    Files.createDirectories(work);
    Files.createDirectories(target);
    FileTree shared = shared(work);
    for (Platform platform : platforms) {
      FileTree files = files(platform, shared, work.resolve(platform.title()));
      String name = "partita-" + version + "-" + platform.title();
      FileTree below = new FileTree().addTree(name + "/", files);
      Archives.tarGz(below, time, target.resolve(name + ".tar.gz"));
      Archives.zip(below, time, target.resolve(name + ".zip"));
      if (platform == Platform.LINUX_X64 && isHere(platform)) {
        new DebianPackage(project.resolve("dist/src/main/deb"), work.resolve("deb"), version, time)
            .write(
                files,
                project.resolve("CHANGELOG.md"),
                project.resolve("NOTICE"),
                target.resolve("partita_" + DebianPackage.versionOf(version) + "_amd64.deb"));
      }
    }
  }

  private static boolean isHere(Platform platform) {
    return Platform.current().equals(Optional.of(platform));
  }

  /** What is the same for all platforms. */
  private FileTree shared(Path work) throws IOException {
    FileTree files =
        new ThirdParty(bom)
            .write(jars(libraries), work.resolve("licenses"))
            .add("LICENSE", project.resolve("LICENSE"))
            .add("NOTICE", project.resolve("NOTICE"))
            .add("bom.json", bom);
    Path lib = Files.createDirectories(work.resolve("lib"));
    for (Path jar : jars(libraries)) {
      Path trimmed = lib.resolve(jar.getFileName());
      TrimmedJar.write(jar, trimmed, time);
      files.add("lib/" + jar.getFileName(), trimmed);
    }
    return files;
  }

  private FileTree files(Platform platform, FileTree shared, Path work) throws IOException {
    FileTree files = new FileTree().addTree("", shared);
    if (platform.isWindows()) {
      // Windows wants its own line ends, whatever those of the sources are here.
      String launcher = Files.readString(project.resolve("partita.cmd")).replace("\r\n", "\n");
      files.add(
          "partita.cmd",
          FileTree.text(work.resolve("partita.cmd"), launcher.replace("\n", "\r\n")));
    } else {
      files
          .addProgram("partita", project.resolve("partita"))
          .add("tools/find-java.sh", project.resolve("tools/find-java.sh"));
    }
    files.add(
        "native/" + platform.rocksLibrary(),
        TrimmedJar.extract(rocks(), platform.rocksLibrary(), work.resolve("rocks")));
    String readme = Files.readString(project.resolve("dist/src/main/package/README.txt"));
    boolean hasRuntime = isHere(platform);
    if (hasRuntime) {
      files.addFolder("runtime/", JavaRuntime.link(work.resolve("runtime")));
    }
    String java =
        hasRuntime
            ? "Java is in this package, below runtime/."
            : "This package has no Java: install a JDK or a JRE 25 or later, which is found in\n"
                + "JAVA_HOME, on the PATH or in the usual folders.";
    return files.add(
        "README.txt",
        FileTree.text(
            work.resolve("README.txt"),
            readme.replace("@VERSION@", version).replace("@JAVA@", java)));
  }

  private Path rocks() throws IOException {
    return jars(libraries).stream()
        .filter(jar -> jar.getFileName().toString().startsWith("rocksdbjni-"))
        .findFirst()
        .orElseThrow(() -> new IOException("RocksDB is not among the libraries: " + libraries));
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
